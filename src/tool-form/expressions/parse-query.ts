import { parseCondition } from './parse-condition.js';
import type { Query, Segment, Selector } from './query.js';
import type { Scanner } from './scanner.js';

/** A query that may leave out its `$`: `user.name`, `.user.name`, `[0]`, `*`, or nothing at all. */
export function parseImplicitQuery(scanner: Scanner): Query {
  if (scanner.take('$')) return parseSegments(scanner, 'root');
  const first = parseShorthand(scanner);
  return parseSegments(scanner, 'root', first && [first]);
}

/** The segments that follow `$`, `@` or a bare name. */
export function parseSegments(scanner: Scanner, from: Query['from'], first: readonly Segment[] = []): Query {
  const segments = [...first];
  for (;;) {
    // Blanks may stand between segments, but behind the last one they belong to whatever comes next.
    const end = scanner.position;
    scanner.skipBlanks();
    const segment = parseSegment(scanner);
    if (segment) {
      segments.push(segment);
      continue;
    }
    scanner.position = end;
    return { from, segments, singular: segments.every(isSingular) };
  }
}

function isSingular({ descendant, selectors }: Segment): boolean {
  const [selector, ...more] = selectors;
  return !descendant && more.length === 0 && (selector?.kind === 'name' || selector?.kind === 'index');
}

function parseSegment(scanner: Scanner): Segment | undefined {
  if (scanner.peek('[')) return { descendant: false, selectors: parseBracket(scanner) };
  if (scanner.take('..')) {
    if (scanner.peek('[')) return { descendant: true, selectors: parseBracket(scanner) };
    const shorthand = parseShorthand(scanner);
    return shorthand ? { ...shorthand, descendant: true } : scanner.fail('Expected a name, "*" or "["');
  }
  if (scanner.take('.')) return parseShorthand(scanner) ?? scanner.fail('Expected a name or "*"');
  return undefined;
}

function parseShorthand(scanner: Scanner): Segment | undefined {
  if (scanner.take('*')) return { descendant: false, selectors: [{ kind: 'wildcard' }] };
  const name = scanner.name();
  return name === undefined ? undefined : { descendant: false, selectors: [{ kind: 'name', name }] };
}

function parseBracket(scanner: Scanner): Selector[] {
  scanner.expect('[');
  return scanner.nested(() => {
    const selectors: Selector[] = [];
    do {
      scanner.skipBlanks();
      selectors.push(parseSelector(scanner));
      scanner.skipBlanks();
    } while (scanner.take(','));
    scanner.expect(']');
    return selectors;
  });
}

function parseSelector(scanner: Scanner): Selector {
  if (scanner.take('*')) return { kind: 'wildcard' };
  if (scanner.take('?')) {
    scanner.skipBlanks();
    return { kind: 'filter', condition: parseCondition(scanner, 'strict') };
  }
  const name = scanner.quoted();
  return name === undefined ? parsePosition(scanner) : { kind: 'name', name };
}

/** An index or a slice. */
function parsePosition(scanner: Scanner): Selector {
  const start = scanner.integer();
  const afterStart = scanner.position;
  scanner.skipBlanks();
  if (!scanner.take(':')) {
    scanner.position = afterStart;
    return start === undefined ? scanner.fail('Expected a selector') : { kind: 'index', index: start };
  }
  scanner.skipBlanks();
  const end = scanner.integer();
  scanner.skipBlanks();
  let step: number | undefined;
  if (scanner.take(':')) {
    scanner.skipBlanks();
    step = scanner.integer();
  }
  return {
    kind: 'slice',
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    step: step ?? 1,
  };
}
