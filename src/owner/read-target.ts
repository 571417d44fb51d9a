import type { ConformanceOptions } from 'cmdgate-checks';
import { tokenize } from '../command-line/tokenize.js';
import { resolveSecret } from '../configuration/resolve-secret.js';
import type { Io } from '../terminal/io.js';
import { GateError } from '../vocabulary/gate-error.js';

/** Which server is meant; a token is fetched where it is kept. */
export function readTarget(input: Readonly<Record<string, unknown>>, io: Io): ConformanceOptions | GateError {
  const { command, url, token, 'audit-file': auditFile } = input as Record<string, string | undefined>;
  const wrong = (message: string, hint: string) =>
    new GateError('VALIDATION_ERROR', `Invalid argument: ${message}`, { hint });
  if ((command === undefined) === (url === undefined)) {
    return wrong('use either --command or --url', 'Use --command "node server.js" or --url http://127.0.0.1:8420/mcp');
  }
  const target: { -readonly [K in keyof ConformanceOptions]: ConformanceOptions[K] } = {};
  if (auditFile !== undefined) target.auditFile = auditFile;
  if (url !== undefined) target.url = url;
  if (command !== undefined) {
    const words = tokenize(command);
    if (!Array.isArray(words) || words.length === 0) return wrong('--command cannot be parsed', 'Check its quotes');
    target.command = words;
  }
  if (token !== undefined) {
    if (!/^(?:env|file):./.test(token))
      return wrong(
        '--token is a literal token',
        'Use env:NAME or file:path, so that it is not visible in the process list',
      );
    const resolved = resolveSecret(token, io.directory, io.environment);
    if (!resolved.ok) return wrong(resolved.message, resolved.fix);
    target.token = resolved.secret.reveal();
  }
  return target;
}
