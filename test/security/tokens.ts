// Values of the shapes that services give their secrets. Put together here, so that no scanner takes them for real.

const letters = (count: number) => 'aB3dE5gH7jK9mN1pQ'.repeat(Math.ceil(count / 17)).slice(0, count);
const capitals = (count: number) => 'ABCDEFGH12345678'.repeat(Math.ceil(count / 16)).slice(0, count);

export const tokens: Readonly<Record<string, string>> = {
  'an API key': `sk-${letters(32)}`,
  'an API key with parts': `sk-ant-api03-${letters(40)}`,
  'a payment key': `sk_live_${letters(24)}`,
  'a restricted payment key': `rk_test_${letters(24)}`,
  'a personal GitHub token': `ghp_${letters(36)}`,
  'an OAuth GitHub token': `gho_${letters(36)}`,
  'a user GitHub token': `ghu_${letters(36)}`,
  'a server GitHub token': `ghs_${letters(36)}`,
  'a refresh GitHub token': `ghr_${letters(36)}`,
  'a fine-grained GitHub token': `github_pat_${letters(22)}_${letters(59)}`,
  'a GitLab token': `glpat-${letters(20)}`,
  'a Slack bot token': `xoxb-123456789012-${letters(24)}`,
  'a Slack user token': `xoxp-123456789012-${letters(24)}`,
  'a Slack app token': `xapp-1-${capitals(11)}-1234567890123-${letters(64)}`,
  'an AWS key id': `AKIA${capitals(16)}`,
  'a temporary AWS key id': `ASIA${capitals(16)}`,
  'a Google API key': `AIza${letters(35)}`,
  'a Google access token': `ya29.${letters(60)}`,
  'an npm token': `npm_${letters(36)}`,
  'a PyPI token': `pypi-AgEIcHlwaS5vcmc${letters(60)}`,
  'a Hugging Face token': `hf_${letters(34)}`,
  'a SendGrid key': `SG.${letters(22)}.${letters(43)}`,
  'a DigitalOcean token': `dop_v1_${'0123456789abcdef'.repeat(4)}`,
  'a Shopify token': `shpat_${'0123456789abcdef'.repeat(2)}`,
  'a Vault token': `hvs.${letters(90)}`,
  'a JSON web token': `eyJ${letters(33)}.eyJ${letters(40)}.${letters(43)}`,
};

/** A text in which a secret stands, and the secret. */
export const texts: readonly (readonly [what: string, text: string, secret: string])[] = [
  ['a bearer header', `Authorization: Bearer ${letters(30)}`, letters(30)],
  ['a basic header', 'Authorization: Basic dXNlcjpodW50ZXIyaHVudGVyMg==', 'dXNlcjpodW50ZXIyaHVudGVyMg'],
  ['credentials in a URL', 'postgres://user:hunter2hunter2@db.example/prod', 'hunter2hunter2'],
  ['credentials in a URL without a user', 'redis://:hunter2hunter2@cache.example', 'hunter2hunter2'],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n-----END RSA PRIVATE KEY-----`, letters(64)],
  ['a private key that was cut', `-----BEGIN PRIVATE KEY-----\n${letters(64)}`, letters(64)],
  ['an option in a text', 'curl --password hunter2hunter2', 'hunter2hunter2'],
];
