// Programs show what they read in many forms: as it is, in lines and columns, backwards, as numbers, encoded.

/** Whether a text that began with the secret stands in it, in a form that can be turned back. */
export function seenIn(output: string, secret: string): boolean {
  const shown = output.replaceAll(/[\s\0]+/g, '').toLowerCase();
  return formsOf(secret).some((form) => shown.includes(form.toLowerCase()));
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Whole groups only: what follows the secret changes the last one.
  const base64 = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
  return [
    secret,
    [...secret].reverse().join(''),
    base64,
    base32(bytes.subarray(0, 10)),
    bytes.toString('hex'),
    inWords(bytes, (word) => word.toString(16).padStart(4, '0')),
    inWords(bytes, (word) => word.toString(8).padStart(6, '0')),
    [...bytes].map((byte) => byte.toString(8).padStart(3, '0')).join(''),
    uuencoded(bytes.subarray(0, bytes.length - (bytes.length % 3))),
  ];
}

function inWords(bytes: Buffer, show: (word: number) => string): string {
  return Array.from({ length: Math.floor(bytes.length / 2) }, (_, index) => show(bytes.readUInt16LE(index * 2))).join(
    '',
  );
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}

function uuencoded(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{6}/g) ?? [])
    .map((six) => String.fromCharCode(Number.parseInt(six, 2) + 32))
    .join('')
    .trim();
}
