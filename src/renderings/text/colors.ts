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

/**
 * Whether a stream gets colour. `NO_COLOR` is strongest, whatever it holds. `FORCE_COLOR` and `CLICOLOR_FORCE` ask for
 * it anywhere. Otherwise a terminal gets it that can show it, and at which somebody sits.
 */
export function wantsColor(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env.NO_COLOR !== undefined) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  if (env.CLICOLOR_FORCE !== undefined && env.CLICOLOR_FORCE !== '0' && env.CLICOLOR_FORCE !== '') return true;
  return canDraw(stream, env) && env.CLICOLOR !== '0';
}

/** Whether a line of the stream can be drawn again and again: a terminal, somebody who looks at it, and escapes. */
export function canDraw(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  // Set to anything, nothing included.
  const unwanted = env.NO_COLOR ?? env.CI ?? env.GITHUB_ACTIONS ?? env.JENKINS_URL;
  return stream.isTTY === true && env.TERM !== 'dumb' && unwanted === undefined;
}
