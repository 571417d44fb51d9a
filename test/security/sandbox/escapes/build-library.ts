import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './vector.js';

/** What it is made to touch, it touches as soon as it is loaded, whatever the program wanted from it. */
const source = `#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static void make(const char *variable) {
  const char *path = getenv(variable);
  if (path) close(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644));
}
__attribute__((constructor)) static void loaded(void) {
  make("LOADED");
  make("FRESH");
}
`;

/** Gives its path; undefined where there is no compiler. */
export function buildLibrary(directory: string): string | undefined {
  const [code, library] = [join(directory, 'lib.c'), join(directory, 'lib.so')];
  writeFileSync(code, source);
  const compiler = findProgram('gcc') ?? findProgram('tcc');
  if (compiler === undefined) return undefined;
  return spawnSync(compiler, ['-shared', '-fPIC', '-o', library, code]).status === 0 ? library : undefined;
}
