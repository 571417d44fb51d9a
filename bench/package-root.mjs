import { fileURLToPath } from 'node:url';

export const packageRoot = fileURLToPath(new URL('..', import.meta.url));
export const executable = fileURLToPath(new URL('../bin/cmdgate.js', import.meta.url));
