// Answers for the package where Node is too old to read the rest of it. Nothing here is newer than Node 12, and the build
// copies it as it is: an old Node shows whatever it cannot read, which would be all of a bundled file.

const needed = '20.19';

/** Ends the process with one document, as JSON where a program reads it. Does nothing where Node is new enough. */
export function refuseOldNode(words) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  const message = `Node ${process.versions.node} is too old: Node ${needed} or newer is needed`;
  const hint = `Install Node ${needed} or newer (for example: nvm install 22), then run the same line again`;
  if (wantsJson(words)) process.stdout.write(`${JSON.stringify(envelope(message, hint, words))}\n`);
  process.stderr.write(`error: ${message}\nhint: ${hint}\n`);
  process.exit(exitCode);
}

/** A precondition does not hold. */
const exitCode = 4;

function wantsJson(words) {
  const asked = words.map((word, index) =>
    /^--(?:output|format)$/.test(word) ? words[index + 1] : word.split('=')[1],
  );
  const format = asked.find((word, index) => /^--(?:output|format)(?:=|$)/.test(words[index]) && word !== undefined);
  if (format !== undefined) return /^json/.test(format);
  return !process.stdout.isTTY || process.env.CI !== undefined;
}

function envelope(message, hint, words) {
  return {
    ok: false,
    data: null,
    error: {
      code: 'NODE_TOO_OLD',
      message,
      hint,
      suggestion: hint,
      phase: 'validation',
      retryable: false,
      fix_required: `Node ${needed} or newer`,
      exit_code: exitCode,
    },
    warnings: [],
    meta: {
      duration_ms: 0,
      // Options may carry secrets, and nobody has read them.
      command: words
        .filter((word) => /^[a-z][a-z0-9-]*$/.test(word))
        .slice(0, 1)
        .join(''),
      timestamp: new Date().toISOString(),
      schema_version: '1.0',
      node_version: process.versions.node,
      ok: false,
      exit_code: exitCode,
    },
  };
}

refuseOldNode(process.argv.slice(2));
