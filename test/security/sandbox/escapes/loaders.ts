// Programs that load code into themselves: the library of build-library.ts, where there is a compiler.

import { alike, probes } from './probe.js';

const environment = { FRESH: '{fresh}', LOADED: '{here}/ran' };

const lib = '{here}/lib.so';

export const loaders = probes('loads', [
  ...alike(['true', 'cat', 'perl', 'python3', 'node', 'git'], ['/dev/null'], {
    environment: { ...environment, LD_PRELOAD: lib },
  }),
  ...alike(['true', 'ls'], [], { environment: { ...environment, LD_AUDIT: lib } }),
  ['bash', ['-c', `enable -f ${lib} x`], { environment }],
  ['python3', ['-c', `import ctypes; ctypes.CDLL("${lib}")`], { environment }],
  ['perl', ['-e', `require DynaLoader; DynaLoader::dl_load_file("${lib}")`], { environment }],
  ['ruby', ['-e', `require "fiddle"; Fiddle.dlopen("${lib}")`], { environment }],
  ['node', ['-e', `process.dlopen({ exports: {} }, "${lib}")`], { environment }],
  ['lua', ['-e', `package.loadlib("${lib}", "*")`], { environment }],
  ['lua5.4', ['-e', `package.loadlib("${lib}", "*")`], { environment }],
  ['luajit', ['-e', `package.loadlib("${lib}", "*")`], { environment }],
  ['jimsh', ['x'], { environment, files: { x: `load ${lib}\n` } }],
  ['php', ['-d', `extension=${lib}`, '-r', ''], { environment }],
  ['openssl', ['list', '-providers', '-provider-path', '{here}', '-provider', 'lib'], { environment }],
  ['curl', ['--engine', lib, 'x'], { environment }],
  ['sqlite3', [':memory:', `.load ${lib}`], { environment }],
  ['gawk', ['-l', lib, 'BEGIN {}'], { environment }],
  ['gdb', ['-nx', '-batch', '-ex', `python import ctypes; ctypes.CDLL("${lib}")`], { environment }],
  ['make', ['-f', 'm'], { environment, files: { m: `load ${lib}\nx:;@:\n` } }],
  ['gcc', [`-fplugin=${lib}`, '-E', '-x', 'c', '/dev/null'], { environment }],
  ['gcc', [`-fplugin=${lib}`, '-S', '-o', '/dev/null', '-x', 'c', '/dev/null'], { environment }],
  ['ld', ['-plugin', lib, '-o', '/dev/null', '/dev/null'], { environment }],
  ['nm', ['--plugin', lib, '/usr/bin/true'], { environment }],
  ['vim.basic', ['-es', '-u', 'NONE', '-c', `call libcall("${lib}", "x", 0)`, '-c', 'qa!'], { environment }],
  ['gforth', ['-e', `s" ${lib}" open-lib drop bye`], { environment }],
  ['newlisp', ['-e', `(import "${lib}" "x")`], { environment }],
  ['stdbuf', ['-o0', 'true'], { environment: { ...environment, LD_PRELOAD: lib } }],
  ['ltrace', ['-l', lib, 'true'], { environment: { ...environment, LD_PRELOAD: lib } }],
  ['proot', ['true'], { environment: { ...environment, LD_PRELOAD: lib } }],
  ['zsh', ['-f', '-c', 'module_path=({here}); zmodload lib'], { environment }],
  ['iconv', ['-f', 'x', '-t', 'y'], { environment: { ...environment, LD_PRELOAD: lib } }],
  ['ld.so', ['--preload', lib, '/usr/bin/true'], { environment }],
  ['opt', [`-load=${lib}`, '/dev/null'], { environment }],
  ['lli', [`-load=${lib}`, '/dev/null'], { environment }],
  ['xmllint', ['/dev/null'], { environment: { ...environment, LD_PRELOAD: lib } }],
  ['sotruss', ['true'], { environment: { ...environment, LD_PRELOAD: lib } }],
  ['java', [`-agentpath:${lib}`, '-version'], { environment }],
  ['tcc', ['-run', lib], { environment }],
]);
