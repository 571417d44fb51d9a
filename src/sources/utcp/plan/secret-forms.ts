/** Programs print what they were given in the way of what they write: as JSON, in an address, in a header. */
export function formsOf(secret: string): readonly string[] {
  if (secret.length < shortestEncoded) return [secret];
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    quotedByPrograms(bytes),
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}

/** What is shorter is found everywhere. */
const shortestEncoded = 4;

/** As most programs quote what they complain about. */
function quotedByPrograms(bytes: Buffer): string {
  const quoted = [...bytes].map((byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
  });
  return quoted.join('');
}
