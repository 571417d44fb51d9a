// What `runs output` gives, for a person: the text itself, matching lines as grep shows them, or values one a line.

interface Match {
  readonly line?: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export function outputText(data: unknown): string {
  const {
    more,
    next,
    lost_bytes: lost,
  } = data as {
    readonly more?: boolean;
    readonly next?: string;
    readonly lost_bytes?: number;
  };
  const notes = [
    ...(lost ? [`${lost} bytes were not kept`] : []),
    ...(more ? [`there is more: ${next ?? 'ask for another part'}`] : []),
  ];
  const text = bodyText(data);
  if (notes.length === 0) return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${notes.join('; ')}]`;
}

function bodyText(data: unknown): string {
  const { text, matches, values } = data as {
    readonly text?: string;
    readonly matches?: readonly Match[];
    readonly values?: readonly { readonly value?: unknown }[];
  };
  if (matches) return matches.map(matchText).join(matches.some(hasContext) ? '\n--\n' : '\n');
  if (values) return values.map(({ value }) => JSON.stringify(value)).join('\n');
  return text ?? '';
}

function hasContext({ before, after }: Match): boolean {
  return before !== undefined || after !== undefined;
}

function matchText({ line, text, before = [], after = [] }: Match): string {
  if (line === undefined) return [...before, text, ...after].join('\n');
  const first = line - before.length;
  return [
    ...before.map((one, index) => `${first + index}-${one}`),
    `${line}:${text}`,
    ...after.map((one, index) => `${line + 1 + index}-${one}`),
  ].join('\n');
}
