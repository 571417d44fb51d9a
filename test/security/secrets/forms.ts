// How a secret could be seen, written down here once more: a test must not depend on the forms that it tests.

const inBase64 = (before: string, secret: string) =>
  Buffer.from(`${before}${secret}`)
    .toString('base64')
    .slice(before.length === 0 ? 0 : 4, -4);

/** The forms of the secret that can be found in a text. */
export function formsIn(text: string, secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const forms: Readonly<Record<string, string>> = {
    plain: secret,
    json: JSON.stringify(secret).slice(1, -1),
    'json in json': JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    address: encodeURIComponent(secret),
    form: new URLSearchParams({ secret }).toString().slice('secret='.length),
    base64: inBase64('', secret),
    'base64 after one': inBase64('u', secret),
    'base64 after two': inBase64('u:', secret),
    base64url: bytes.toString('base64url').slice(0, -4),
    hex: bytes.toString('hex'),
    beginning: secret.slice(0, 10),
    end: secret.slice(-10),
  };
  return Object.entries(forms).flatMap(([name, form]) => (text.includes(form) ? [name] : []));
}
