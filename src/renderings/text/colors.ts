const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Colors = Readonly<Record<keyof typeof codes, (text: string) => string>>;

const paint = (name: keyof typeof codes) => {
  const [open, close] = codes[name];
  return (text: string): string => (text === '' ? text : `\x1b[${open}m${text}\x1b[${close}m`);
};

const plain = (text: string): string => text;

const painted: Colors = {
  bold: paint('bold'),
  dim: paint('dim'),
  red: paint('red'),
  green: paint('green'),
  yellow: paint('yellow'),
  cyan: paint('cyan'),
};

const unpainted: Colors = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

/** The painters; without colour they return the text as it is. */
export function colors(enabled: boolean): Colors {
  return enabled ? painted : unpainted;
}

/** Whether a stream gets colour: only a terminal that can show it, and only if nobody said no. */
export function wantsColor(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  // Set to anything, nothing included: nobody looks, or whoever does wants no colour.
  const said = env.NO_COLOR ?? env.CI ?? env.GITHUB_ACTIONS ?? env.JENKINS_URL;
  return stream.isTTY === true && env.TERM !== 'dumb' && said === undefined;
}
