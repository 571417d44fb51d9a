// What the owner of an executable can say about it, because nobody else can know: which call shows which promise.

interface ValueOf {
  /** A call, as the words after the executable. */
  readonly words: readonly string[];
  /** The same, with one word in which `{value}` stands for what the check gives. */
  readonly wordsWithValue: readonly string[];
  /** The same with `{url}`: the address of a server of the check. */
  readonly wordsWithUrl: readonly string[];
  /** The same with `{file}`: a file of the check. */
  readonly wordsWithFile: readonly string[];
  /** Calls by name. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  /** Another program and its words; what names a file is looked for beside the cases. */
  readonly program: readonly string[];
  readonly text: string;
  readonly texts: readonly string[];
  readonly number: number;
}

export type FieldType = keyof ValueOf;

export interface CaseKind {
  /** Goes on after "A command that", or is a sentence of its own. */
  readonly about: string;
  readonly fields: Readonly<Record<string, FieldType>>;
}

const kind = <const Fields extends Readonly<Record<string, FieldType>>>(about: string, fields: Fields) => ({
  about,
  fields,
});
const call = { call: 'words' } as const;
const app = { executable: 'program', says: 'text' } as const;

export const caseKinds = {
  'exit-codes': kind('Calls, by the exit code each ends with: 0, 2, 5, 6, 7, 8, 10, 11, 12, 13 and others', {
    calls: 'calls',
  }),
  throws: kind('throws an unexpected error', call),
  waits: kind('takes at least this many milliseconds, and succeeds', { call: 'words', ms: 'number' }),
  'never-ends': kind('does not end by itself', call),
  'never-yields': kind('computes forever and never yields the thread', call),
  'late-file': kind('writes a file only after a while, then returns', { call: 'words', file: 'text' }),

  prints: kind('also prints this text to stdout, as a careless dependency would', { call: 'words', text: 'text' }),
  'large-answer': kind('returns more than a megabyte', call),
  bytes: kind('returns these bytes', { call: 'words', base64: 'text' }),
  masked: kind('returns credentials, and these texts, which are not credentials', {
    call: 'words',
    readable: 'texts',
  }),
  'empty-list': kind('returns an object with an empty list; the other call returns one with items', {
    call: 'words',
    full: 'words',
  }),
  streams: kind('streams several values with pauses between them', call),
  'streams-much': kind('streams 100,000 values', call),

  asks: kind('asks a question before it changes anything', call),
  'reads-terminal': kind('reads an answer directly from the terminal', call),
  'passes-through': kind('returns all words that follow it, options included', call),
  path: kind('takes the path of a file', { call: 'wordsWithValue' }),
  id: kind('takes an id, and accepts only one of these', { call: 'wordsWithValue', good: 'text' }),
  'limited-field': kind('writes a text of at most this many bytes', { call: 'wordsWithValue', bytes: 'number' }),
  truncates: kind('returns a field that was truncated', call),
  secret: kind('takes a secret as an option, and returns its length in a field', {
    call: 'words',
    option: 'text',
    field: 'text',
  }),

  effects: kind('Calls that create, update, leave unchanged, and delete one thing, in this order', {
    created: 'words',
    updated: 'words',
    noop: 'words',
    deleted: 'words',
  }),
  'no-effect': kind('changes something without reporting the effect', call),
  adds: kind('adds a record to a file each time it runs', call),
  'creates-once': kind('creates something that can exist only once', call),
  'deletes-missing': kind('deletes something that does not exist', call),
  destroys: kind('destroys what the call before it created', { before: 'words', call: 'words' }),
  'safe-default': kind('does the same, but only with --live', { before: 'words', call: 'words' }),
  steps: kind('has steps: one call fails in the middle, the other hangs there', {
    fails: 'words',
    hangs: 'words',
  }),
  items: kind('works on this many items, of which this many fail', {
    call: 'words',
    total: 'number',
    failed: 'number',
  }),
  fix: kind('fails until its fix_command has run', call),
  job: kind('starts a job that continues after the answer', call),

  child: kind(
    'starts a program that ignores SIGTERM, and waits for it; the program writes its process id to one file, and makes the other at SIGTERM',
    {
      call: 'words',
      pid: 'text',
      terminated: 'text',
    },
  ),
  'child-left': kind('starts a program that does not end, and returns without waiting for it', {
    call: 'words',
    pid: 'text',
  }),
  'child-words': kind('returns the arguments that a program received', { call: 'wordsWithValue' }),
  'child-locale': kind('returns the environment of a program that keeps the locale', call),
  pipeline: kind('connects programs with pipes; the first one fails', { call: 'words', stage: 'text' }),
  temporary: kind('writes the name of its temporary directory to a file, creates a file in the directory, and waits', {
    call: 'words',
    file: 'text',
  }),
  lock: kind('takes a lock and holds it for about three seconds', call),
  'cleans-up': kind('appends a mark to a file during cleanup: one call succeeds, the other waits', {
    returns: 'words',
    waits: 'words',
    file: 'text',
    mark: 'text',
  }),

  'large-file': kind('writes a large file whose content depends only on a value', {
    call: 'wordsWithValue',
    file: 'text',
  }),
  settings: kind('writes a setting, by default to this file in the directory', {
    call: 'wordsWithValue',
    file: 'text',
  }),
  contexts: kind('changes something, and has options for two configurations', {
    call: 'words',
    first: 'texts',
    second: 'texts',
  }),
  depends: kind('A program that doctor must look for', { program: 'text' }),
  'compares-manifest': kind('compares its manifest with an older one', { call: 'wordsWithFile' }),
  installs: kind(
    'The line that installs it into {directory}, and the one that asks the installed one for its version',
    {
      install: 'program',
      version: 'texts',
    },
  ),

  fetches: kind('fetches a URL over HTTP', { call: 'wordsWithUrl' }),
  credentials: kind('Calls without a credential, with an expired one, and with one that lacks a permission', {
    missing: 'words',
    expired: 'words',
    forbidden: 'words',
  }),
  'signs-in': kind('signs in with a token from this environment variable', { call: 'words', variable: 'text' }),

  'app-without-exit-codes': kind('An application with a command that declares no exit codes', app),
  'app-without-success': kind('An application with a command that declares no exit code 0', app),
  'app-retrying-changes': kind('An application that declares an exit code as retryable, and as partly done', app),
  'app-without-danger': kind('An application with a command that declares no danger level', app),
  'app-without-scopes': kind('An application with a command that declares no scopes', app),
  'app-without-dry-run': kind('An application with a destructive command that has no dry run', app),
  'app-with-plain-secret': kind('An application with a secret that is not declared as one', app),
  'app-with-shell': kind('An application that starts a program through a shell', app),
  'app-with-clock': kind('An application whose data has a timestamp, which causes a warning', app),
} as const satisfies Readonly<Record<string, CaseKind>>;

export type CaseName = keyof typeof caseKinds;

export type Case<Name extends CaseName> = {
  readonly [Field in keyof (typeof caseKinds)[Name]['fields']]: ValueOf[(typeof caseKinds)[Name]['fields'][Field] &
    FieldType];
};

/** Those that the owner gave. */
export type Cases = { readonly [Name in CaseName]?: Case<Name> };
