// Hosts that belong together, by a name that an owner can write where hosts are listed. Which hosts a service uses is
// for the service to say: they are exact, without `*`, so that nobody reaches more than what the examples need.

export interface NetworkPreset {
  readonly name: string;
  /** In a few words, what the hosts are for. */
  readonly meaning: string;
  readonly hosts: readonly string[];
  /** Calls that work with these hosts and no others. */
  readonly examples: readonly string[];
}

export const networkPresets: readonly NetworkPreset[] = [
  {
    name: 'npm',
    meaning: 'the npm, pnpm and yarn registries',
    hosts: ['registry.npmjs.org:443', 'registry.yarnpkg.com:443'],
    examples: ['npm install left-pad', 'pnpm add left-pad', 'yarn add left-pad'],
  },
  {
    name: 'pypi',
    meaning: 'the Python Package Index and its file hosts',
    hosts: ['pypi.org:443', 'files.pythonhosted.org:443'],
    examples: ['pip install requests', 'uv add requests', 'poetry add requests'],
  },
  {
    name: 'github',
    meaning: 'repositories, archives, releases and the API; anyone can upload there',
    hosts: [
      'github.com:443',
      'api.github.com:443',
      'codeload.github.com:443',
      'raw.githubusercontent.com:443',
      'objects.githubusercontent.com:443',
      'release-assets.githubusercontent.com:443',
    ],
    examples: ['git clone https://github.com/octocat/Hello-World', 'gh issue list'],
  },
  {
    name: 'crates',
    meaning: 'the Rust crate registry',
    hosts: ['index.crates.io:443', 'static.crates.io:443', 'crates.io:443'],
    examples: ['cargo add serde', 'cargo fetch'],
  },
  {
    name: 'go',
    meaning: 'the Go module mirror and checksum database',
    hosts: ['proxy.golang.org:443', 'sum.golang.org:443'],
    examples: ['go get golang.org/x/text', 'go mod download'],
  },
  {
    name: 'debian',
    meaning: 'the Debian package archive',
    hosts: ['deb.debian.org:80', 'deb.debian.org:443', 'security.debian.org:80', 'security.debian.org:443'],
    examples: ['curl -sO https://deb.debian.org/debian/pool/main/h/hello/hello_2.10-3_amd64.deb'],
  },
];

export const presetNames: readonly string[] = networkPresets.map(({ name }) => name);

/** What stands behind a name; nothing where it names no preset. */
export function hostsOfPreset(name: string): readonly string[] | undefined {
  return networkPresets.find((preset) => preset.name === name)?.hosts;
}

/** Each host for itself; what names no preset stays as it is. */
export function expandPresets(hosts: readonly string[]): readonly string[] {
  return [...new Set(hosts.flatMap((host) => hostsOfPreset(host) ?? [host]))];
}
