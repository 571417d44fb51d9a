// Programs that fetch packages, as data: which of their calls cannot work without the network, and from where they fetch.

export interface PackageManager {
  /** Commands that need the network. What is left out, such as `cargo build`, may work without it and is started. */
  readonly commands: string;
  /** Those of them that send something which others see then. */
  readonly sends?: string;
  /** It needs it when it is called with nothing, too. */
  readonly alone?: true;
  /** Commands that run a program of a package, which may be installed already. */
  readonly runs?: string;
  /** Where packages come from unless something else is said. */
  readonly hosts: readonly string[];
  readonly preset: string;
  /** Options with which nothing is fetched. */
  readonly offline?: string;
  /** Options whose value is the next word, before the command. */
  readonly valued?: string;
  /** Options that name another place, and variables that do: their values are addresses. */
  readonly registryOptions?: string;
  readonly registryVariables?: string;
  /** The same for places that are asked as well, and not instead. */
  readonly alsoOptions?: string;
  readonly alsoVariables?: string;
  /** It reads `.npmrc`. */
  readonly npmrc?: true;
}

const npmRegistry = 'registry.npmjs.org:443';
const pypi = ['pypi.org:443', 'files.pythonhosted.org:443'];

const asksRegistry = 'view v info show search outdated audit ping whoami publish unpublish deprecate dist-tag owner';

const ofNpm = {
  preset: 'npm',
  sends: 'publish unpublish deprecate dist-tag owner npm',
  offline: '--offline',
  registryOptions: '--registry',
  registryVariables: 'npm_config_registry NPM_CONFIG_REGISTRY',
  npmrc: true,
} as const;

const ofPip = {
  hosts: pypi,
  preset: 'pypi',
  offline: '--no-index',
  registryOptions: '-i --index-url',
  registryVariables: 'PIP_INDEX_URL',
  alsoOptions: '--extra-index-url -f --find-links',
  alsoVariables: 'PIP_EXTRA_INDEX_URL',
} as const;

const ofPython = { hosts: pypi, preset: 'pypi' } as const;

export const packageManagers: Readonly<Record<string, PackageManager>> = {
  npm: {
    ...ofNpm,
    commands: `install i in add ci clean-install install-test it install-ci-test update up upgrade ${asksRegistry}`,
    runs: 'exec x create init innit',
    hosts: [npmRegistry],
    valued: '--prefix -C -w --workspace --registry --loglevel --userconfig --globalconfig',
  },
  pnpm: {
    ...ofNpm,
    commands: `install i add ci update up upgrade fetch dlx ${asksRegistry}`,
    runs: 'exec create',
    hosts: [npmRegistry],
    valued: '-C --dir --filter --registry',
  },
  yarn: {
    ...ofNpm,
    alone: true,
    commands: `install add upgrade up dlx npm ${asksRegistry}`,
    runs: 'create',
    hosts: ['registry.yarnpkg.com:443'],
    valued: '--cwd --registry',
    registryVariables: `${ofNpm.registryVariables} YARN_REGISTRY YARN_NPM_REGISTRY_SERVER`,
  },
  npx: { ...ofNpm, commands: '', runs: '*', hosts: [npmRegistry], valued: '-w --workspace --registry' },
  pip: {
    ...ofPip,
    commands: 'install download wheel search index',
    valued: '--python --log --proxy --cache-dir',
  },
  pipx: { ...ofPip, commands: 'install upgrade inject upgrade-all reinstall', valued: '--python' },
  uv: {
    ...ofPython,
    commands: 'sync add lock',
    offline: '--offline',
    registryVariables: 'UV_DEFAULT_INDEX UV_INDEX_URL',
  },
  poetry: { ...ofPython, commands: 'install add update lock sync' },
  pdm: { ...ofPython, commands: 'install add update lock sync' },
  pipenv: { ...ofPython, commands: 'install update lock sync' },
  cargo: {
    commands: 'install add update fetch search publish vendor generate-lockfile',
    sends: 'publish',
    hosts: ['index.crates.io:443', 'static.crates.io:443'],
    preset: 'crates',
    offline: '--offline --frozen',
    valued: '-C --config --manifest-path --color -Z',
  },
  go: {
    commands: 'get install',
    hosts: ['proxy.golang.org:443', 'sum.golang.org:443'],
    preset: 'go',
    valued: '-C',
    registryVariables: 'GOPROXY',
  },
  gh: { commands: '*', sends: '*', hosts: ['api.github.com:443', 'github.com:443'], preset: 'github' },
};
