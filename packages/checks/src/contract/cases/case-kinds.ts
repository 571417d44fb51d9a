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
  'exit-codes': kind('Calls by the exit code that each has: 0, 2, 5, 6, 7, 8, 10, 11, 12, 13 and others', {
    calls: 'calls',
  }),
  throws: kind('throws what its author did not expect', call),
  waits: kind('takes at least so many milliseconds, and succeeds', { call: 'words', ms: 'number' }),
  'never-ends': kind('does not end by itself', call),
  'never-yields': kind('computes without end and never gives the thread back', call),
  'late-file': kind('writes a file only after a while, and then answers', { call: 'words', file: 'text' }),

  prints: kind('prints this to stdout in passing, as a careless dependency does', { call: 'words', text: 'text' }),
  'large-answer': kind('answers more than a megabyte', call),
  bytes: kind('answers these bytes', { call: 'words', base64: 'text' }),
  masked: kind('answers credentials, and beside them these texts, which are none', {
    call: 'words',
    readable: 'texts',
  }),
  'empty-list': kind('answers an object with an empty list, and in the other call one with items', {
    call: 'words',
    full: 'words',
  }),
  streams: kind('gives several values with pauses between them', call),
  'streams-much': kind('gives 100,000 values', call),

  asks: kind('asks something before it changes anything', call),
  'reads-terminal': kind('reads an answer from the terminal by itself', call),
  'passes-through': kind('answers all words that follow it, options too', call),
  path: kind('takes the path of a file', { call: 'wordsWithValue' }),
  id: kind('takes an id, of which one is good', { call: 'wordsWithValue', good: 'text' }),
  'limited-field': kind('writes a text that may have so many bytes', { call: 'wordsWithValue', bytes: 'number' }),
  truncates: kind('answers a field that it had to cut', call),
  secret: kind('takes a secret by an option, and answers in a field how long it is', {
    call: 'words',
    option: 'text',
    field: 'text',
  }),

  effects: kind('Calls that create, update, leave as it is, and delete one thing, in this order', {
    created: 'words',
    updated: 'words',
    noop: 'words',
    deleted: 'words',
  }),
  'no-effect': kind('changes something and does not say what', call),
  adds: kind('adds a record to a file each time that it runs', call),
  'creates-once': kind('creates something that can be there only once', call),
  'deletes-missing': kind('deletes something that is not there', call),
  destroys: kind('destroys what the call before it has made', { before: 'words', call: 'words' }),
  'safe-default': kind('destroys that, too, but only with --live', { before: 'words', call: 'words' }),
  steps: kind('has steps: in one call it fails in the middle, in the other it never ends there', {
    fails: 'words',
    hangs: 'words',
  }),
  items: kind('works on so many items, of which so many fail', { call: 'words', total: 'number', failed: 'number' }),
  fix: kind('fails until its fix_command has run', call),
  job: kind('starts a job that goes on after the answer', call),

  child: kind(
    'starts a program that ignores SIGTERM, and waits for it; the program writes its process id to one file, and makes the other at SIGTERM',
    {
      call: 'words',
      pid: 'text',
      terminated: 'text',
    },
  ),
  'child-left': kind('starts a program that does not end, and answers without waiting for it', {
    call: 'words',
    pid: 'text',
  }),
  'child-words': kind('answers the arguments that a program got', { call: 'wordsWithValue' }),
  'child-locale': kind('answers the environment of a program that keeps the locale', call),
  pipeline: kind('joins programs by pipes, of which the first fails', { call: 'words', stage: 'text' }),
  temporary: kind('writes the name of its temporary directory to a file, puts a file into it, and waits', {
    call: 'words',
    file: 'text',
  }),
  lock: kind('takes a lock and keeps it for about three seconds', call),
  'cleans-up': kind(
    'appends a mark to a file when it is cleaned up: in one call after it succeeded, in the other it waits',
    {
      returns: 'words',
      waits: 'words',
      file: 'text',
      mark: 'text',
    },
  ),

  'large-file': kind('writes a large file that depends on a value alone', { call: 'wordsWithValue', file: 'text' }),
  settings: kind('writes a setting, by default to this file of the directory', {
    call: 'wordsWithValue',
    file: 'text',
  }),
  contexts: kind('changes something, and has options for two configurations', {
    call: 'words',
    first: 'texts',
    second: 'texts',
  }),
  depends: kind('A program that doctor has to look for', { program: 'text' }),
  'compares-manifest': kind('compares its manifest with an older one', { call: 'wordsWithFile' }),
  installs: kind(
    'The line that installs it into {directory}, and the one that asks the installed one for its version',
    {
      install: 'program',
      version: 'texts',
    },
  ),

  fetches: kind('gets an address by HTTP', { call: 'wordsWithUrl' }),
  credentials: kind('Calls without a credential, with an expired one, and with one that does not suffice', {
    missing: 'words',
    expired: 'words',
    forbidden: 'words',
  }),
  'signs-in': kind('signs in with a token from this variable', { call: 'words', variable: 'text' }),

  'app-without-exit-codes': kind('An application with a command that declares no exit codes', app),
  'app-without-success': kind('An application with a command that declares no exit code 0', app),
  'app-retrying-changes': kind('An application that declares an exit code as retryable, and as partly done', app),
  'app-without-danger': kind('An application with a command that declares no danger level', app),
  'app-without-scopes': kind('An application with a command that declares no scopes', app),
  'app-without-dry-run': kind('An application with a destructive command that has no dry run', app),
  'app-with-plain-secret': kind('An application with a secret that is no secret', app),
  'app-with-shell': kind('An application that starts a program through a shell', app),
  'app-with-clock': kind('An application that declares a time in its data, and is warned about it', app),
} as const satisfies Readonly<Record<string, CaseKind>>;

export type CaseName = keyof typeof caseKinds;

export type Case<Name extends CaseName> = {
  readonly [Field in keyof (typeof caseKinds)[Name]['fields']]: ValueOf[(typeof caseKinds)[Name]['fields'][Field] &
    FieldType];
};

/** Those that the owner gave. */
export type Cases = { readonly [Name in CaseName]?: Case<Name> };
