// What the starter inside of the sandbox is told: which program, with which name and arguments, and what has to be so
// before it starts. starter.c and perl-starter.ts read the same text.

/** At this path inside there must be this file, or it must not be this one. */
export interface PlaceCheck {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
  readonly differs: boolean;
}

export interface StartTask {
  readonly program: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly checks: readonly PlaceCheck[];
  /** Calls to the kernel that the program must not make, beside those that are refused to everybody inside. */
  readonly filter: Buffer | undefined;
  /** A descriptor that the program gets beside the usual ones. */
  readonly kept?: number | undefined;
}

const bytesOfWord = 8;
const wordsOfHeader = 8;
const wordsOfCheck = 4;
const bytesOfInstruction = 8;

/** Numbers of 64 bits, then the texts that they lead to, each with a zero behind it. */
export function startText({ program, name, args, checks, filter, kept = 0 }: StartTask): Buffer {
  const words = [program, name, ...args];
  const texts = [...words, ...checks.map(({ path }) => path)];
  const checksAt = wordsOfHeader * bytesOfWord;
  const argumentsAt = checksAt + checks.length * wordsOfCheck * bytesOfWord;
  const filterAt = argumentsAt + (words.length - 1 + 1) * bytesOfWord;
  const textsAt = filterAt + (filter?.length ?? 0);
  const places: number[] = [];
  let end = textsAt;
  for (const text of texts) {
    places.push(end);
    end += Buffer.byteLength(text) + 1;
  }
  const made = Buffer.alloc(end);
  const put = (numbers: readonly (number | bigint)[], at: number) =>
    numbers.forEach((number, index) => {
      made.writeBigUInt64LE(BigInt(number), at + index * bytesOfWord);
    });
  const instructions = (filter?.length ?? 0) / bytesOfInstruction;
  put([0, checksAt, checks.length, filterAt, instructions, places[0] as number, argumentsAt, kept], 0);
  put(
    checks.flatMap(({ differs, device, inode }, index) => [
      differs ? 1 : 0,
      device,
      inode,
      places[words.length + index] as number,
    ]),
    checksAt,
  );
  put(places.slice(1, words.length), argumentsAt);
  filter?.copy(made, filterAt);
  texts.forEach((text, index) => {
    made.write(text, places[index] as number);
  });
  return made;
}
