import type { Programs } from '../program.js';

/** Builders, test runners and linters: they run what the workspace tells them. */
export const build: Programs = {
  'make|gmake|bmake': {
    does: 'runs-code',
    options: `-bmBdeikLnpqrRsStvw -C,--directory=directory -f,--file,--makefile=script -I,--include-dir=read -j,--jobs[=text] -l,--load-average[=text] -o,--old-file=text -W,--what-if=text -E,--eval=code -O[=text]
      --always-make --dry-run --just-print --recon --keep-going --silent --quiet --question --touch --print-directory --no-print-directory --trace --debug[=text] --ignore-errors --no-builtin-rules --warn-undefined-variables --output-sync[=text]`,
    operands: 'make-target*',
  },
  'bazel|buck|sbt|lein|dotnet': {
    does: 'runs-code network',
    obeys: '.sbtopts .jvmopts .bazelrc .bazelversion tools/bazel project.clj global.json',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'mvn|mvnw|gradle|gradlew': {
    does: 'runs-code network',
    obeys: '.mvn gradle.properties',
    asks: '-version -v',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'cmake|ctest|cpack|ninja|meson|scons|autoconf|automake|autoreconf|configure|just|task|ant|msbuild|xcodebuild|swiftc|nix|nix-build|nix-shell':
    {
      does: 'runs-code network',
      // To many of them, `-v` is a way to work: `ninja -v` builds, `ctest -V` tests.
      asks: '-version',
      options: '-*=anything --*=anything',
      operands: 'anything*',
    },
  'pytest|py.test|tox|nox|nosetests|coverage|jest|vitest|mocha|ava|tap|c8|nyc|karma|cypress|playwright|wdio|eslint|prettier|stylelint|webpack|vite|rollup|esbuild|parcel|next|nuxt|astro|turbo|nx|lerna|storybook|babel|gulp|grunt|husky|lint-staged|knip|depcheck|madge|typedoc|jsdoc|svelte-check|vue-tsc|ng':
    {
      does: 'runs-code',
      // Many of them load what the workspace brings before they look at their options.
      obeys: '*',
      options: '-*=anything --*=anything',
      operands: 'anything*',
    },
  biome: {
    // Its configuration may lie anywhere, and is shown where it is wrong.
    does: 'reads runs-code',
    options:
      '--write!changes --apply!changes --fix!changes --unsafe!changes --colors=text --config-path=read --reporter=text --max-diagnostics=text --diagnostic-level=text --verbose --staged --changed --since=text --no-errors-on-unmatched --files-ignore-unknown=text --error-on-warnings --only=text --skip=text',
    everywhere: true,
    commands: { 'check|lint|format|ci|search': { operands: 'edit*' }, 'explain|version|rage': { operands: 'text*' } },
  },
  // They load what a configuration names before they look at their options.
  'flake8|pylint': {
    does: 'reads changes runs-code',
    obeys: '.flake8 setup.cfg tox.ini pyproject.toml pylintrc pylintrc.toml .pylintrc .pylintrc.toml',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'ruff|black|isort|mypy|pyright|rustfmt|gofmt|goimports|shellcheck|shfmt|yamllint|markdownlint|hadolint|clang-format|clang-tidy|dprint|taplo|oxlint|deadcode|bandit|autopep8|yapf':
    {
      does: 'reads changes runs-code',
      asks: '-V',
      options: '-*=anything --*=anything',
      operands: 'anything*',
    },
};
