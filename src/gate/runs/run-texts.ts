// The texts of `runs`, loaded by its commands themselves: no other command has to.

type Texts = typeof import('./texts/texts.js').texts;

let loaded: Texts | undefined;

export async function loadTexts(): Promise<void> {
  loaded ??= (await import('./texts/texts.js')).texts;
}

/** For the answer of a command that has called `loadTexts`. */
export function textOf(name: string): ((data: unknown, width?: number) => string) | undefined {
  if (name !== 'list' && name !== 'show' && name !== 'wait' && name !== 'output') return undefined;
  return (data, width) => (loaded ? loaded[name](data, width) : JSON.stringify(data, null, 2));
}
