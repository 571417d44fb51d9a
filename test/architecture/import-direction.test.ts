import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findForbiddenImports, ranks } from './imports.js';
import { readModules } from './read-modules.js';

const modules = readModules(fileURLToPath(new URL('../../src', import.meta.url)));

test('imports point downwards, doors do not know each other, and only one place imports the MCP SDK', () => {
  expect(findForbiddenImports(modules)).toEqual([]);
});

test('every folder of src/ has a rank, and every rank a folder', () => {
  const folders = new Set(modules.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0]));

  expect([...folders].sort()).toEqual(Object.keys(ranks).sort());
});

test('the checks take from cmdgate what one file of theirs lists, and nothing else', () => {
  const checks = readModules(fileURLToPath(new URL('../../packages/checks/src', import.meta.url)));
  const leaving = checks.flatMap(({ path, imports }) =>
    imports
      .map((specifier) => ({
        path,
        to: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
      }))
      .filter(({ to }) => to.startsWith('..') || to.startsWith('cmdgate')),
  );

  expect(leaving.filter(({ path }) => path !== 'from-cmdgate.ts')).toEqual([]);
  expect(leaving.map(({ to }) => to)).toEqual([
    '../../../src/command-line/quote.js',
    '../../../src/command-line/tokenize.js',
    '../../../src/machine/processes/process-identity.js',
    '../../../src/machine/processes/process-stat.js',
    '../../../src/owner/mcp-validate/server-process.js',
    '../../../src/owner/mcp-validate/target.js',
    '../../../src/vocabulary/error-codes.js',
  ]);
});

test('imports are really found: static ones, types and those on demand', () => {
  const importsOf = (path: string) => modules.find((module) => module.path === path)?.imports;

  expect(importsOf('index.ts')).toContain('./surfaces/cli/run-cli.js');
  expect(importsOf('policy/permission.ts')).toContain('../vocabulary/request.js');
  expect(importsOf('surfaces/cli/serve.ts')).toContain('../mcp/serve-http.js');
  expect(importsOf('surfaces/mcp/serve-http.ts')).toContain('@modelcontextprotocol/server');
});

test.each([
  ['gate/a.ts', '../surfaces/cli/run-cli.js', 'surfaces stands above gate'],
  ['vocabulary/a.ts', '../command-line/parse.js', 'command-line stands above vocabulary'],
  ['policy/a.ts', '../registry/registry.js', 'policy and registry have the same rank'],
  ['registry/a.ts', '../index.js', 'index.ts stands above registry'],
  ['renderings/text/a.ts', '../../surfaces/cli/run-cli.js', 'surfaces stands above renderings'],
  ['gate/a.ts', '../extra/a.js', 'extra has no rank'],
  ['gate/a.ts', '../../test/fixtures/bundle.js', 'it leaves src/'],
  ['surfaces/repl/a.ts', '../cli/run-cli.js', 'surfaces/repl and surfaces/cli are two doors'],
  ['surfaces/mcp/a.ts', '../library/create-acli.js', 'surfaces/mcp and surfaces/library are two doors'],
  ['surfaces/cli/a.ts', '@modelcontextprotocol/server', 'only the MCP door imports the MCP SDK'],
  ['gate/a.ts', 'cmdgate-checks', 'only the owner checks'],
  ['owner/audit/a.ts', '../../surfaces/cli/run-cli.js', 'surfaces stands above owner'],
  ['owner/policy/a.ts', '../audit/audit.js', 'owner/policy and owner/audit are two commands'],
  ['sources/typescript/a.ts', 'zod', 'schemas are the authors’, cmdgate brings none'],
])('%s must not import %s', (path, specifier, reason) => {
  expect(findForbiddenImports([{ path, imports: [specifier] }])).toEqual([`${path} imports ${specifier}: ${reason}`]);
});

test.each([
  ['gate/a.ts', '../configuration/configuration.js'],
  ['surfaces/cli/a.ts', '../mcp/serve-http.js'],
  ['surfaces/repl/a.ts', '../../terminal/log-line.js'],
  ['surfaces/mcp/a.ts', '../exec/run-plan.js'],
  ['owner/audit/a.ts', '../find-ledger.js'],
  ['vocabulary/a.ts', '../version.js'],
  ['owner/checks/a.ts', 'cmdgate-checks'],
  ['execution/handler/a.ts', './deadlines.js'],
])('%s may import %s', (path, specifier) => {
  expect(findForbiddenImports([{ path, imports: [specifier] }])).toEqual([]);
});
