import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult, ConformanceReport } from '../../packages/checks/src/conformance/report.js';
import { type ConformanceOptions, runConformance } from '../../packages/checks/src/conformance/run-conformance.js';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/conformance/${name}`, import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'conformance-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

let files = 0;
/** Runs the suite on the fixture, with an audit log of its own. */
function check(fault: string | undefined, options: Partial<ConformanceOptions> = {}): Promise<ConformanceReport> {
  files += 1;
  const auditFile = join(directory, `audit-${files}.jsonl`);
  const wrong = fault === undefined ? [] : ['--wrong', fault];
  const command = [process.execPath, fixture('wrong-server.mjs'), '--audit-file', auditFile, ...wrong];
  return runConformance({ command, auditFile, ...options });
}

const idsOf = (report: ConformanceReport, status: CheckResult['status']) =>
  report.checks.filter((one) => one.status === status).map((one) => one.id);

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a correct server', () => {
  test('passes every check and reaches level Full when its audit log can be read', async () => {
    const seen: string[] = [];

    const report = await check(undefined, { onCheck: (result) => seen.push(result.id) });

    expect(report).toEqual({
      target: expect.stringContaining('wrong-server.mjs --audit-file'),
      server: { name: 'hand-written', version: '1.0.0' },
      protocolVersion: '2025-11-25',
      checks: expect.any(Array),
      levels: { minimal: true, standard: true, full: true },
      achieved: 'full',
      notes: [],
      counts: { checks: seen.length, passed: seen.length, failedMust: 0, failedShould: 0, notObservable: 0 },
    });
    expect(report.checks.map((one) => one.id)).toEqual(seen);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('reaches level Standard, with a note, when its audit log cannot be read', async () => {
    const report = await runConformance({ command: [process.execPath, fixture('wrong-server.mjs')] });

    expect(idsOf(report, 'failed')).toEqual([]);
    expect(idsOf(report, 'not-observable')).toEqual(['security.audit-log', 'security.audit-refusals']);
    expect(report.levels).toEqual({ minimal: true, standard: true, full: false });
    expect(report.achieved).toBe('standard');
    expect(report.notes).toEqual(['full: everything observable passed; audit not observable (give --audit-file)']);
  });

  test('may speak only the newer generation of MCP', async () => {
    const command = [process.execPath, fixture('wrong-server.mjs'), '--modern'];

    const report = await runConformance({ command });

    expect(idsOf(report, 'failed')).toEqual([]);
    expect([report.achieved, report.protocolVersion]).toEqual(['standard', '2026-07-28']);
  });

  test('may limit the rate: the suite waits as it is told and goes on', async () => {
    const report = await check('limits-the-rate');

    expect(idsOf(report, 'failed')).toEqual([]);
    expect(report.achieved).toBe('full');
  });
});

// What each fault must break, and nothing else.
const expectations: Record<string, { achieved: ConformanceReport['achieved']; failed: readonly string[] }> = {
  'splits-on-spaces': {
    achieved: 'none',
    failed: [
      'parser.whitespace',
      'parser.newline',
      'parser.single-quotes',
      'parser.double-quotes',
      'parser.backslash',
      'parser.joined-parts',
      'response.parse-error',
    ],
  },
  'drops-empty-words': { achieved: 'none', failed: ['parser.empty-arguments'] },
  'escapes-in-single-quotes': { achieved: 'none', failed: ['parser.single-quotes-literal'] },
  'accepts-open-quotes': {
    achieved: 'none',
    failed: ['parser.unterminated-quotes', 'response.parse-error', 'response.hints'],
  },
  'forbids-characters': {
    achieved: 'none',
    failed: ['parser.literal-characters', 'security.shell-operators', 'security.no-expansion', 'response.error-codes'],
  },
  'has-no-limits': {
    achieved: 'none',
    failed: ['security.length-limit', 'security.argument-limit', 'response.limit-error'],
  },
  'limits-too-early': { achieved: 'none', failed: ['security.length-allowed', 'security.arguments-allowed'] },
  'uses-a-shell': { achieved: 'none', failed: ['security.no-shell'] },
  'expands-variables': { achieved: 'none', failed: ['security.no-expansion'] },
  'knows-inherited-names': {
    achieved: 'none',
    failed: ['security.inherited-names', 'response.content', 'response.data'],
  },
  'runs-programs': { achieved: 'none', failed: ['security.unknown-commands'] },
  'ignores-required': {
    achieved: 'none',
    failed: ['security.argument-validation', 'security.path-traversal', 'response.validation-error'],
  },
  'dies-on-nul': { achieved: 'none', failed: ['security.survives-nonsense'] },
  'accepts-any-arguments': { achieved: 'none', failed: ['security.tool-arguments'] },
  'names-the-tool-otherwise': { achieved: 'full', failed: ['discovery.tool-text'] },
  'adds-a-tool-property': { achieved: 'none', failed: ['discovery.tool'] },
  'help-lacks-usage': { achieved: 'full', failed: ['discovery.help-usage'] },
  'help-lacks-commands': { achieved: 'none', failed: ['discovery.help'] },
  'help-hides-an-argument': { achieved: 'minimal', failed: ['discovery.help-and-schema-agree'] },
  'help-has-own-types': { achieved: 'full', failed: ['discovery.argument-types'] },
  'help-succeeds-for-unknown': { achieved: 'full', failed: ['discovery.help-unknown'] },
  'schema-is-no-json-schema': {
    achieved: 'minimal',
    failed: ['discovery.schema-command', 'discovery.help-and-schema-agree'],
  },
  'schema-has-own-types': { achieved: 'minimal', failed: ['discovery.schema-command'] },
  'version-lacks-capabilities': { achieved: 'minimal', failed: ['discovery.version', 'discovery.extensions'] },
  'version-forgets-a-command': { achieved: 'minimal', failed: ['discovery.version-accurate'] },
  'version-forgets-extensions': { achieved: 'standard', failed: ['discovery.extensions'] },
  'is-error-missing': { achieved: 'minimal', failed: ['response.is-error'] },
  'is-error-always-false': { achieved: 'minimal', failed: ['response.is-error'] },
  'two-contents': { achieved: 'minimal', failed: ['response.content'] },
  'error-is-not-json': {
    achieved: 'minimal',
    failed: [
      'discovery.help-unknown',
      'discovery.schema-unknown',
      'response.parse-error',
      'response.limit-error',
      'response.command-not-found',
      'response.validation-error',
      'response.hints',
      'response.content',
    ],
  },
  'success-missing': { achieved: 'minimal', failed: ['response.success'] },
  'code-not-in-table': {
    achieved: 'minimal',
    failed: [
      'discovery.help-unknown',
      'discovery.schema-unknown',
      'response.command-not-found',
      'response.error-codes',
    ],
  },
  'error-is-text': {
    achieved: 'minimal',
    failed: [
      'discovery.help-unknown',
      'discovery.schema-unknown',
      'response.parse-error',
      'response.limit-error',
      'response.command-not-found',
      'response.validation-error',
      'response.hints',
      'response.error',
    ],
  },
  'errors-without-hints': { achieved: 'full', failed: ['response.hints'] },
  'meta-without-duration': { achieved: 'minimal', failed: ['response.meta-command', 'response.meta'] },
  'audit-forgets-refusals': { achieved: 'full', failed: ['security.audit-refusals'] },
  'audit-lacks-fields': { achieved: 'standard', failed: ['security.audit-log', 'security.audit-refusals'] },
};

describe('a server with one fault fails the checks of that fault and no others', () => {
  test.concurrent.each(Object.entries(expectations))('%s', async (fault, expected) => {
    const report = await check(fault);

    expect({ achieved: report.achieved, failed: idsOf(report, 'failed') }).toEqual(expected);
  });

  test('hangs-on-a-command', async () => {
    const report = await check('hangs-on-a-command', { timeoutMs: 1500 });

    const failed = report.checks.filter((one) => one.status === 'failed');
    expect(failed.map((one) => [one.id, one.evidence.findings])).toEqual([
      [
        'discovery.help-command',
        [{ sent: '"help notes save"', received: 'no answer: nothing within 1500 ms', expected: 'a success' }],
      ],
    ]);
  });

  test('and the finding says what was sent, what came back and what was expected', async () => {
    const report = await check('uses-a-shell');

    const findings = report.checks.find((one) => one.id === 'security.no-shell')?.evidence.findings ?? [];
    const quoted = findings.find((found) => found.sent.startsWith('"help; touch'));
    expect(quoted).toEqual({
      sent: expect.stringContaining('semicolon'),
      received: expect.stringMatching(/^the file appeared; .*COMMAND_NOT_FOUND/),
      expected: 'ordinary words: no file appears',
    });
  });
});

describe('a server behind a URL', () => {
  async function serve(...words: readonly string[]): Promise<{ url: string; server: ChildProcess }> {
    const server = spawn(process.execPath, [fixture('wrong-server.mjs'), '--http', ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (server.stdout === null) throw new Error('The fixture has no stdout.');
    const [line] = await once(server.stdout, 'data');
    return { url: String(line).trim(), server };
  }

  async function stop(server: ChildProcess): Promise<void> {
    server.stdin?.end();
    await once(server, 'exit');
  }

  test('passes everything that can be seen from outside', async () => {
    const auditFile = join(directory, 'audit-http.jsonl');
    const { url, server } = await serve('--audit-file', auditFile, '--token', 'sesame');

    const report = await runConformance({ url, token: 'sesame', auditFile });
    await stop(server);

    expect(idsOf(report, 'failed')).toEqual([]);
    expect(idsOf(report, 'not-observable')).toEqual(['security.no-shell']);
    expect(report.achieved).toBe('full');
    expect([report.target, report.protocolVersion]).toEqual([url, '2025-11-25']);
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test('may speak only the newer generation of MCP', async () => {
    const { url, server } = await serve('--modern');

    const report = await runConformance({ url });
    await stop(server);

    expect(idsOf(report, 'failed')).toEqual([]);
    expect([report.achieved, report.protocolVersion]).toEqual(['standard', '2026-07-28']);
  });

  test.each<[string, (response: ServerResponse) => void, string | RegExp]>([
    ['answers with a web page', (response) => response.end('<!DOCTYPE html>'), 'Unexpected content type'],
    [
      'answers with broken JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
      'unusable reply (Unexpected end of JSON input)',
    ],
    ['says that it is broken', (response) => response.writeHead(500).end('out of order'), /HTTP 500.*out of order/],
    ['never answers', () => {}, 'timed out'],
    ['closes the connection', (response) => response.destroy(), 'other side closed'],
  ])('that %s is reported as that, once', async (_name, answer, reason) => {
    const server = createServer((request, response) => request.resume().on('end', () => answer(response)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;

    const report = await runConformance({ url: `http://127.0.0.1:${port}/mcp`, timeoutMs: 1_000 });
    server.closeAllConnections();
    server.close();

    const [failed, ...more] = report.checks.filter((one) => one.status === 'failed');
    expect([failed?.id, more, report.protocolVersion]).toEqual(['discovery.connection', [], null]);
    expect(failed?.evidence.findings[0]?.received).toMatch(reason);
  });

  test('where nobody listens is reported as that', async () => {
    const report = await runConformance({ url: 'http://127.0.0.1:1/mcp' });

    const [found] = report.checks.find((one) => one.id === 'discovery.connection')?.evidence.findings ?? [];
    expect(found?.received).toMatch(/fetch failed.*(bad port|ECONNREFUSED)/);
  });

  test('fails for its fault', async () => {
    const { url, server } = await serve('--wrong', 'is-error-missing');

    const report = await runConformance({ url });
    await stop(server);

    expect(idsOf(report, 'failed')).toEqual(['response.is-error']);
    expect(report.achieved).toBe('minimal');
  });

  test('that asks for a token is reported as not reachable without it', async () => {
    const { url, server } = await serve('--token', 'sesame');

    const report = await runConformance({ url, token: 'wrong' });
    await stop(server);

    expect(idsOf(report, 'failed')).toEqual(['discovery.connection']);
    expect(report.achieved).toBe('none');
  });
});

describe('whatever the server does, there is a report', () => {
  test('for a program that does not exist', async () => {
    const report = await runConformance({ command: ['/no/such/program', 'serve'] });

    expect(idsOf(report, 'failed')).toEqual(['discovery.connection']);
    expect(idsOf(report, 'passed')).toEqual([]);
    expect(report.server).toBe(null);
    expect(report.levels).toEqual({ minimal: false, standard: false, full: false });
    expect(report.checks.find((one) => one.id === 'discovery.connection')?.evidence.findings).toEqual([
      { sent: 'the MCP handshake', received: expect.stringContaining('ENOENT'), expected: 'a connection' },
    ]);
  });

  test('for a program that ends at once, with what it complained about', async () => {
    const program = 'console.error("no configuration found"); process.exit(3)';

    const report = await runConformance({ command: [process.execPath, '-e', program] });

    const [found] = report.checks.find((one) => one.id === 'discovery.connection')?.evidence.findings ?? [];
    expect(found?.received).toContain('its stderr ends with: no configuration found');
  });

  test('for a program that ends when the first thing it hears is not the handshake', async () => {
    const program = `process.stdin.once('data', (chunk) => {
      const { id, method } = JSON.parse(chunk);
      if (method !== 'initialize') process.exit(1);
      const serverInfo = { name: 'old', version: '1' };
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo };
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      process.stdin.on('data', () => process.exit(1));
    });`;

    const report = await runConformance({ command: [process.execPath, '-e', program] });

    expect([report.server?.name, report.protocolVersion]).toEqual(['old', '2025-11-25']);
    expect(idsOf(report, 'passed')).toContain('discovery.connection');
  });

  test('for a program that never says anything', async () => {
    const report = await runConformance({
      command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
      timeoutMs: 100,
    });

    expect(idsOf(report, 'failed')).toEqual(['discovery.connection']);
  });

  test('for a server that answers nonsense', async () => {
    const report = await runConformance({
      command: [process.execPath, fixture('nonsense-server.mjs')],
      timeoutMs: 300,
    });

    expect(report.achieved).toBe('none');
    expect(idsOf(report, 'failed')).toContain('discovery.help');
    expect(idsOf(report, 'failed')).toContain('response.content');
    expect(JSON.stringify(report)).not.toContain('could not read');
  });
});

test('a server that ignores stdin and SIGTERM is gone afterwards, with what it started', async () => {
  const report = await check('refuses-to-end');

  const processes = await readFile(join(directory, `audit-${files}.jsonl.processes`), 'utf8');
  const running = processes.trim().split(/\s/).map(Number).map(isRunning);
  expect({ achieved: report.achieved, running }).toEqual({ achieved: 'full', running: [false, false] });
});

test('an aborted run ends the server and rejects with the reason', async () => {
  const controller = new AbortController();
  const run = check(undefined, {
    signal: controller.signal,
    onCheck: () => controller.abort(new Error('enough')),
  });

  await expect(run).rejects.toThrow('enough');
});

test('wrong options are refused before anything is started', async () => {
  await expect(runConformance({})).rejects.toThrow('Use either a command or a url.');
  await expect(runConformance({ command: ['x'], url: 'http://127.0.0.1' })).rejects.toThrow('Use either');
  await expect(runConformance({ command: [] })).rejects.toThrow('The command is empty.');
  await expect(runConformance({ url: 'file:///etc/passwd' })).rejects.toThrow('http or https');
});
