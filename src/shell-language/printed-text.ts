// What a program that only repeats its words prints: `echo`, `printf` and `cat` with what it reads. Whoever reads from a
// pipe behind it is given exactly this.

/** As much as a pipe takes at once: nobody reads a part of it. */
const longest = 4_096;

/** Formats in which nothing is counted or looked up. */
const plainFormat = /^(?:[^%\\]|%%|%s|\\[nt\\]|\\000|\\0(?![0-7]))*$/;
const piece = /%%|%s|\\[nt\\]|\\000|\\0/g;

const printers = new Set([':', 'true', 'false', 'echo', 'printf', 'cat']);

/** Whether it may be one of those of which that can be told. */
export function mayRepeat(name: string): boolean {
  return printers.has(name);
}

/** `input` is what it reads, where that is known. Nothing where only a run can tell. */
export function printedText(name: string, args: readonly string[], input: string | undefined): string | undefined {
  const text = printedBy(name, args, input);
  return text !== undefined && Buffer.byteLength(text) <= longest ? text : undefined;
}

function printedBy(name: string, args: readonly string[], input: string | undefined): string | undefined {
  switch (name) {
    case ':':
    case 'true':
    case 'false':
      return '';
    case 'echo':
      return echo(args);
    case 'printf':
      return printf(args[0] === '--' ? args.slice(1) : args);
    case 'cat':
      return args.length === 0 || (args.length === 1 && args[0] === '-') ? input : undefined;
    default:
      return undefined;
  }
}

/** Not every echo reads a backslash, or `-e`, in the same way. */
function echo(args: readonly string[]): string | undefined {
  const isBare = args[0] === '-n';
  const words = isBare ? args.slice(1) : args;
  if (/^-[neE]+$|^--(?:help|version)$/.test(words[0] ?? '') || words.some((word) => word.includes('\\')))
    return undefined;
  return `${words.join(' ')}${isBare ? '' : '\n'}`;
}

function printf([format, ...values]: readonly string[]): string | undefined {
  if (format === undefined || format.startsWith('-') || !plainFormat.test(format)) return undefined;
  const places = format.match(/%%|%s/g)?.filter((one) => one === '%s').length ?? 0;
  const rounds = places === 0 ? 1 : Math.max(1, Math.ceil(values.length / places));
  const left = [...values];
  let text = '';
  for (let round = 0; round < rounds && text.length <= longest; round++) {
    text += format.replace(piece, (found) => (found === '%s' ? (left.shift() ?? '') : (characters[found] ?? '\0')));
  }
  return text;
}

const characters: Readonly<Record<string, string>> = { '%%': '%', '\\n': '\n', '\\t': '\t', '\\\\': '\\' };
