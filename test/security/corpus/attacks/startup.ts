import { type Attack, inGroup, marked } from '../entry.js';

const evil = '#!/bin/sh\ntouch {canary}\n';
const python = "open('{canary}','w')\n";
const absent = 'needs the program, and a version that does this';

/** Programs that run what the workspace brings before they look at what they are asked. */
export const startup = inGroup<Attack>('startup', [
  {
    id: 'pytest-version',
    command: 'pytest',
    parameters: ['--version'],
    setup: { files: { 'conftest.py': python } },
    unproven: absent,
    why: 'a test runner loads its settings first',
    canary: marked,
  },
  {
    id: 'mocha-version',
    command: 'mocha',
    parameters: ['--version'],
    setup: { files: { '.mocharc.cjs': "require('fs').writeFileSync('canary-mark','')" } },
    unproven: absent,
    why: 'settings that are code',
    canary: marked,
  },
  {
    id: 'jest-version',
    command: 'jest',
    parameters: ['--version'],
    setup: { files: { 'node_modules/jest/bin/jest.js': "require('fs').writeFileSync('canary-mark','')" } },
    unproven: absent,
    why: 'the copy in the workspace takes over',
    canary: marked,
  },
  {
    id: 'yarn-version',
    command: 'yarn',
    parameters: ['--version'],
    setup: {
      files: {
        '.yarnrc': 'yarn-path "./x.cjs"\n',
        '.yarnrc.yml': 'yarnPath: ./x.cjs\n',
        'x.cjs': "require('fs').writeFileSync('canary-mark','')",
      },
    },
    unproven: absent,
    why: 'the workspace says which yarn is yarn',
    canary: marked,
  },
  {
    id: 'cargo-version',
    command: 'cargo',
    parameters: ['--version'],
    setup: {
      files: { 'rust-toolchain.toml': '[toolchain]\npath = "{workspace}/chain"\n' },
      programs: { 'chain/bin/cargo': evil, 'chain/bin/rustc': evil },
    },
    unproven: absent,
    why: 'the workspace says which compiler is the compiler',
    canary: marked,
  },
  {
    id: 'rustc-version',
    command: 'rustc',
    parameters: ['-V'],
    setup: {
      files: { 'rust-toolchain.toml': '[toolchain]\npath = "{workspace}/chain"\n' },
      programs: { 'chain/bin/rustc': evil },
    },
    unproven: absent,
    why: 'the workspace says which compiler is the compiler',
    canary: marked,
  },
  {
    id: 'cargo-fmt',
    command: 'cargo',
    parameters: ['fmt', '--check'],
    setup: {
      files: {
        'Cargo.toml': '[package]\nname="a"\nversion="0.1.0"\n',
        'src/main.rs': 'fn main(){}\n',
        '.cargo/config.toml': '[build]\nrustc = "{workspace}/x.sh"\n',
      },
      programs: { 'x.sh': evil },
    },
    unproven: absent,
    why: 'formatting asks the compiler, which the workspace names',
    canary: marked,
  },
  {
    id: 'mvn-version',
    command: 'mvn',
    parameters: ['-version'],
    setup: { files: { '.mvn/jvm.config': '-javaagent:{workspace}/x.jar\n' } },
    unproven: absent,
    why: 'options of the machine that runs it',
    canary: marked,
  },
  {
    id: 'bazel-version',
    command: 'bazel',
    parameters: ['--version'],
    setup: { files: { WORKSPACE: '' }, programs: { 'tools/bazel': evil } },
    unproven: absent,
    why: 'a program of the workspace takes its place',
    canary: marked,
  },
  {
    id: 'bundle-version',
    command: 'bundle',
    parameters: ['--version'],
    setup: { files: { Gemfile: "File.write('{canary}','')\n" } },
    unproven: absent,
    why: 'a list of packages that is code',
    canary: marked,
  },
  {
    id: 'composer-version',
    command: 'composer',
    parameters: ['--version'],
    setup: { files: { 'composer.json': '{}', 'vendor/autoload.php': "<?php touch('{canary}');" } },
    unproven: absent,
    why: 'plugins of the workspace',
    canary: marked,
  },
]);
