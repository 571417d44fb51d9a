// What a program does that wants out. It runs inside the sandbox, so it is text: nothing else of the gate is there.

/** What the probe is told. */
export interface ProbeTask {
  /** A file outside that it tries to write. */
  readonly canary: string;
  /** Files and directories that it tries to read. */
  readonly secrets: readonly string[];
  /** Files of the workspace that it must not be able to open for writing. */
  readonly guarded: readonly string[];
  /** Somebody listens here, on this machine. */
  readonly port: number;
  /** The process of the gate. Inside, another may have its number: it is known by its command line, where that is told. */
  readonly gate: { readonly pid: number; readonly commandLine: string | undefined };
  /** By this argument the child is known that it leaves behind. */
  readonly mark: string;
}

/** What it could do. */
export interface ProbeReport {
  readonly wrote: boolean;
  /** Directories of which it saw what is in them. */
  readonly listed: readonly string[];
  /** Files of which it read something, and directories with such a file. */
  readonly read: readonly string[];
  readonly opened: readonly string[];
  readonly connected: boolean;
  readonly signalled: boolean;
  readonly leftChild: boolean;
}

export const probeText = `
const { appendFileSync, closeSync, openSync, readdirSync, readFileSync, readSync, statSync } = require('node:fs');
const { spawn } = require('node:child_process');
const { connect } = require('node:net');
const { canary, secrets, guarded, port, gate, mark } = JSON.parse(process.argv[1]);

const can = (work) => {
  try {
    return work() !== false;
  } catch {
    return false;
  }
};
const read = (path, depth = 3) => {
  const entry = statSync(path);
  if (entry.isFile()) return readSync(openSync(path, 'r'), Buffer.alloc(1)) > 0;
  return entry.isDirectory() && depth > 0 && readdirSync(path).some((name) => can(() => read(path + '/' + name, depth - 1)));
};
const isGate = () => !gate.commandLine || readFileSync('/proc/' + gate.pid + '/cmdline', 'latin1') === gate.commandLine;

const report = {
  wrote: can(() => appendFileSync(canary, 'written')),
  listed: secrets.filter((path) => can(() => readdirSync(path).length > 0)),
  read: secrets.filter((path) => can(() => read(path))),
  opened: guarded.filter((path) => can(() => closeSync(openSync(path, 'r+')))),
  signalled: can(() => process.kill(gate.pid, 0) && isGate()),
  leftChild: can(() => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', mark], { detached: true, stdio: 'ignore' }).unref()),
};
const tell = (connected) => process.stdout.write(JSON.stringify({ ...report, connected }), () => process.exit(0));
connect(port, '127.0.0.1').on('connect', () => tell(true)).on('error', () => tell(false)).setTimeout(5_000, () => tell(false));
`;
