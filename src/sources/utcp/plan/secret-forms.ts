/** Programs print what they were given in the way of what they write: as JSON, in an address, in a header. */
export function formsOf(secret: string): readonly string[] {
  if (secret.length < shortestEncoded) return [secret];
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}

/** What is shorter is found everywhere. */
const shortestEncoded = 4;
