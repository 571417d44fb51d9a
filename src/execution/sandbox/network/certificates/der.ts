// Values in the encoding that certificates are written in: a tag, a length, the content.

type Part = Buffer;

const tags = { boolean: 0x01, integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, utf8: 0x0c } as const;

/** Tags of their own in a structure: their number, and whether others are inside. */
export const tagged = (number: number, ...parts: Part[]) => der(0xa0 + number, ...parts);
export const taggedText = (number: number, content: Buffer | string) => der(0x80 + number, Buffer.from(content));

export const sequence = (...parts: Part[]) => der(0x30, ...parts);
export const set = (...parts: Part[]) => der(0x31, ...parts);
export const octets = (...parts: Part[]) => der(tags.octets, ...parts);
export const utf8 = (text: string) => der(tags.utf8, Buffer.from(text));
export const yes = der(tags.boolean, Buffer.from([0xff]));

/** Above zero: a first bit that is set would mean a number below. */
export const integer = (bytes: Buffer) =>
  der(tags.integer, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);

/** `unused` of the last byte do not count. */
export const bits = (content: Buffer, unused = 0) => der(tags.bits, Buffer.from([unused]), content);

export function oid(text: string): Part {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]));
}

/** To the second, as it is written up to the year 2049. */
export function time(date: Date): Part {
  const text = date.toISOString().replace(/[-:T]|\..*/g, '');
  return der(0x17, Buffer.from(`${text.slice(2)}Z`));
}

function der(tag: number, ...parts: readonly Part[]): Part {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return [0x80 + bytes.length, ...bytes];
}

/** Seven bits to a byte; all but the last say that more follows. */
function inSevens(value: number): readonly number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 + (rest & 0x7f));
  return bytes;
}
