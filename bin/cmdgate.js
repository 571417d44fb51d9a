#!/usr/bin/env node
import { relative } from 'node:path';
import { main } from '../dist/cli.js';

const script = process.argv[1] ?? 'cmdgate';
const here = relative(process.cwd(), script);
// By name where it was installed, by its file in a checkout: lines that can be pasted.
const invocation = script.endsWith('cmdgate.js') ? ['node', here.startsWith('..') ? script : here] : ['cmdgate'];
await main(process.argv.slice(2), invocation);
