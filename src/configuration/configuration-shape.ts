// The one description of the configuration file. The check, schemas/config.json and the table in
// docs/configuration.md all come from it.

import { commandName } from '../vocabulary/names.js';
import { credentialHeaders } from '../vocabulary/sandbox.js';
import type { NamedShape, ObjectShape, SourceShape, TextShape, ValueOf } from './shape.js';

/** What stands in a configuration file. */
export type ConfigurationFile = ValueOf<typeof configurationShape>;

const word = commandName.source.replace(/^\^|\$$/g, '');

const line = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$';

const path = { what: 'a path', pattern: line, maximumLength: 4_096 } as const;

const patterns = {
  type: 'text',
  what: 'a command pattern: words between single blanks, with an optional final *',
  pattern: `^(?:\\*|${word}(?: ${word})*(?: \\*)?)$`,
  maximumLength: 1_000,
  example: 'gmail *',
  description: 'A command with everything below it (`gmail *`), one command (`gmail send`), or everything (`*`).',
} as const satisfies TextShape;

const scopeName = {
  type: 'text',
  what: 'the name of a scope',
  pattern: '^[A-Za-z][A-Za-z0-9_.:/-]*$',
  maximumLength: 200,
  example: 'calendar.read',
  description: 'A scope, as commands name it in `requiredScopes`.',
} as const satisfies TextShape;

const secretReference = {
  type: 'text',
  what: 'a reference to the secret, "env:NAME" or "file:path", never the secret itself',
  pattern: '^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:[^\\u0000-\\u001f]+)$',
  maximumLength: 4_096,
  example: 'env:CMDGATE_TOKEN',
  secret: true,
} as const;

const handleFiles = {
  type: 'text',
  ...path,
  what: 'a path or a glob',
  example: 'handles/*.json',
  description: 'A file, or a glob with `*`, `**`, `?` and `{a,b}`.',
} as const satisfies TextShape;

const moduleFiles = {
  type: 'text',
  ...path,
  what: 'a path or a glob',
  example: 'commands/**/*.ts',
  description: 'A module, or a glob with `*`, `**`, `?` and `{a,b}`.',
} as const satisfies TextShape;

const manualFiles = {
  ...handleFiles,
  example: 'manuals/*.json',
} as const satisfies TextShape;

const variableName = {
  type: 'text',
  what: 'the name of an environment variable, with an optional final *',
  pattern: '^[A-Za-z_][A-Za-z0-9_]*\\*?$',
  maximumLength: 200,
  example: 'PATH',
  description: 'The name of an environment variable; a final `*` means every name that begins so.',
} as const satisfies TextShape;

/** The longest file and the most memory that a limit can name: more than any machine has. */
const mostBytes = 2 ** 50;

const sandboxMode = {
  type: 'text',
  what: '"auto", "required" or "off"',
  pattern: '^(?:auto|required|off)$',
  maximumLength: 10,
  example: 'required',
  default: 'auto',
  description: '`auto` where it works, `required` or refused, `off`.',
} as const satisfies TextShape;

const sandboxPath = {
  type: 'text',
  ...path,
  example: '../shared',
  description: 'A file or a directory, relative to the file.',
} as const satisfies TextShape;

const networkHost = {
  type: 'text',
  what: 'a host and a port',
  pattern: line,
  maximumLength: 300,
  example: 'api.example.org:443',
  description: 'A host and a port; `*.example.org:443` means every host below `example.org`.',
} as const satisfies TextShape;

const maskedCredential = {
  type: 'object',
  description:
    'A secret that programs do not get: they have a placeholder, and requests to its hosts carry the secret.',
  required: ['hosts'],
  keys: {
    from: {
      ...secretReference,
      example: 'env:GITHUB_TOKEN',
      default: '`env:NAME`',
      description: 'Where the secret is.',
    },
    hosts: {
      type: 'list',
      items: { ...networkHost, description: 'A host and a port.' },
      description: 'Who gets the secret, of those that `network` lists; none with `*`.',
    },
    headers: {
      type: 'list',
      items: {
        type: 'text',
        what: 'the name of a header field',
        pattern: '^[A-Za-z0-9-]+$',
        maximumLength: 100,
        example: 'x-api-key',
        description: 'The name of a header field.',
      },
      default: credentialHeaders.map((name) => `\`${name}\``).join(', '),
      description: 'The header fields in which the placeholder is replaced.',
    },
  },
} as const satisfies ObjectShape;

const sandboxKeys = {
  mode: sandboxMode,
  network: {
    type: 'extent',
    default: 'false',
    description: 'Whether programs can use the network: all of it, nothing, or the hosts in a list.',
    boolean: { type: 'boolean', description: 'All of the network, or nothing.' },
    list: { type: 'list', items: networkHost, description: 'These hosts, and nothing else.' },
  },
  credentials: {
    type: 'named',
    namePattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    longestName: 200,
    default: 'none',
    description: 'Secrets by the variables that programs look for them in.',
    values: maskedCredential,
  },
  readable: {
    type: 'list',
    items: sandboxPath,
    default: 'none',
    description: 'What programs can read beside the workspace and the system.',
  },
  writable: {
    type: 'list',
    items: sandboxPath,
    default: 'none',
    description: 'What programs can write beside the workspace, also what is protected in it, such as `.git/hooks`.',
  },
  unprotected: {
    type: 'list',
    items: {
      type: 'text',
      what: 'the name of a file or directory',
      pattern: '^(?!\\.{0,2}$)[^\\u0000-\\u001f]+$',
      maximumLength: 200,
      example: '.npmrc',
      description: 'A name such as `.npmrc`, `.github/workflows` or `*.code-workspace`, at any depth.',
    },
    default: 'none',
    description: 'What agents may write although tools of a person run what it says, such as `.vscode`.',
  },
  sockets: {
    type: 'extent',
    default: 'false',
    description: 'Whether programs can use Unix sockets: all of them, none, or their own and those in a list.',
    boolean: { type: 'boolean', description: 'All of them, or none.' },
    list: { type: 'list', items: sandboxPath, description: 'Sockets of other programs, relative to the file.' },
  },
  workspace: {
    type: 'text',
    what: '"writable" or "read-only"',
    pattern: '^(?:writable|read-only)$',
    maximumLength: 10,
    example: 'read-only',
    default: 'writable',
    description: 'Whether programs can write to the workspace.',
  },
} as const;

const commandSandboxes = {
  type: 'named',
  namePattern: '.',
  longestName: 1_000,
  default: 'none',
  description: 'The sandbox of some commands, by their pattern. `shell npm` is one program of `shell`.',
  values: { type: 'object', description: 'What is left out is as it is for all.', keys: sandboxKeys },
} as const satisfies NamedShape;

/** For all programs. */
export const sandboxShape = {
  type: 'source',
  default: 'auto',
  description: 'Whether the system keeps programs inside the workspace (on Linux, best with bubblewrap).',
  text: sandboxMode,
  object: {
    type: 'object',
    description: 'The same, with what programs may see and do there.',
    keys: { ...sandboxKeys, commands: commandSandboxes },
  },
} as const satisfies SourceShape;

/** For some programs: what is left out is as it is for all. */
const ownSandbox = {
  type: 'source',
  default: 'as for all programs; with `paths: "any"` it is `off`, unless `required` for all',
  description: 'The sandbox of their programs.',
  text: sandboxMode,
  object: { type: 'object', description: 'The same, with what they may see and do there.', keys: sandboxKeys },
} as const satisfies SourceShape;

export const configurationShape = {
  type: 'object',
  description: 'The configuration of cmdgate. Every key is optional.',
  keys: {
    $schema: {
      type: 'text',
      ...path,
      example: './node_modules/cmdgate/schemas/config.json',
      description: 'Where an editor finds the JSON Schema of this file. cmdgate does not read it.',
    },
    name: {
      type: 'text',
      what: 'one line of text',
      pattern: line,
      maximumLength: 100,
      example: 'office',
      default: 'cmdgate',
      description: 'The name that `help` and `version` show.',
    },
    version: {
      type: 'text',
      what: 'one line of text',
      pattern: line,
      maximumLength: 100,
      example: '1.0.0',
      default: "cmdgate's own",
      description:
        'The version of your commands, which `version` shows. Everything else tells that of the program. In YAML, quote it: `"1.0"`.',
    },
    description: {
      type: 'text',
      what: 'one line of text',
      pattern: line,
      maximumLength: 2_000,
      example: 'Calendar and mail of the office',
      default: 'Commands for agents and people',
      description: 'What the commands are for: the first sentence an agent reads.',
    },
    workspace: {
      type: 'text',
      ...path,
      example: './workspace',
      default: 'where the file is',
      description: 'The trusted directory: path arguments stay inside it. Relative to the file.',
    },
    commands: {
      type: 'list',
      items: {
        type: 'source',
        description: 'A path or a glob, or an object that says more about its modules.',
        text: moduleFiles,
        object: {
          type: 'object',
          description: 'Modules with what the owner thinks of them.',
          required: ['files'],
          keys: {
            files: {
              type: 'list',
              items: moduleFiles,
              default: 'required',
              description: 'Paths or globs of the modules.',
            },
            untrusted: {
              type: 'boolean',
              default: 'false',
              description:
                'Whether each run of their commands has a process of its own, as if all of them declared `isolated`.',
            },
          },
        },
      },
      default: 'none',
      description: 'Modules that define commands (`.ts`, `.js`, `.mjs`): paths or globs, relative to the file.',
    },
    strict: {
      type: 'boolean',
      default: 'false',
      description:
        'Whether commands must declare danger, exit codes and scopes, and those that change something must answer with its `effect`.',
    },
    handlerProcess: {
      type: 'boolean',
      default: 'true',
      description:
        'Whether `serve` runs the handlers of `commands` in a process beside its own, which is started again when it ends. With `false`, a handler that computes without a pause stops every caller.',
    },
    handles: {
      type: 'list',
      default: 'none',
      description:
        'Programs described by data: Command Handles in `.json` or `.yaml` files, by paths or globs relative to the file.',
      items: {
        type: 'source',
        description: 'A path or a glob, or an object that widens what its handles may do.',
        text: handleFiles,
        object: {
          type: 'object',
          description: 'Handles with what the owner allows them.',
          required: ['files'],
          keys: {
            files: {
              type: 'list',
              items: handleFiles,
              default: 'required',
              description: 'Paths or globs of the files.',
            },
            paths: {
              type: 'text',
              what: '"workspace" or "any"',
              pattern: '^(?:workspace|any)$',
              maximumLength: 20,
              example: 'any',
              default: 'workspace',
              description: 'Where their programs may work: `any` lets `directory` leave the workspace.',
            },
            environment: {
              type: 'list',
              items: variableName,
              default: 'none',
              description: 'Variables that they may set although these can change what a program does.',
            },
            pass: {
              type: 'list',
              items: variableName,
              default: 'none',
              description: "Variables of the gate's own environment that their programs get as well.",
            },
            relativePrograms: {
              type: 'boolean',
              default: 'false',
              description: 'Whether `command` may be a path relative to `directory`, such as `./deploy.sh`.',
            },
            inherit: {
              type: 'boolean',
              default: 'false',
              description: 'Whether `io` may say `inherit`: at a terminal the program then writes to it directly.',
            },
            newlines: {
              type: 'boolean',
              default: 'false',
              description: 'Whether an argument may hold line breaks.',
            },
            characters: {
              type: 'text',
              what: '"text" or "strict"',
              pattern: '^(?:text|strict)$',
              maximumLength: 20,
              example: 'strict',
              default: 'text',
              description: 'What an argument may hold: any text, or only what needs no quotes anywhere.',
            },
            sandbox: ownSandbox,
          },
        },
      },
    },
    utcp: {
      type: 'list',
      default: 'none',
      description:
        'Tools of UTCP manuals: `.json` or `.yaml` files by paths or globs relative to the file, or what a program prints.',
      items: {
        type: 'source',
        description:
          'A path or a glob, or an object that says more. Without `file` and `command` it is for all manuals.',
        text: manualFiles,
        object: {
          type: 'object',
          description: 'A manual with what the owner allows its tools.',
          keys: {
            name: {
              type: 'text',
              what: 'a name for commands: a letter, then letters, digits, "_" and "-"',
              pattern: `^${word}$`,
              maximumLength: 100,
              example: 'weather',
              default: 'the name of the file, or of the program',
              description: 'The first word of its commands.',
            },
            file: {
              ...manualFiles,
              default: 'this or `command`',
              description: 'The path of the manual, or a glob.',
            },
            command: {
              type: 'list',
              items: {
                type: 'text',
                what: 'an argument',
                pattern: '^[^\\u0000]*$',
                maximumLength: 10_000,
                example: 'print-manual',
                description: 'The program, then its arguments.',
              },
              default: 'this or `file`',
              description:
                'A program that prints the manual, with its arguments. It is started once, without a shell, where the file is.',
            },
            variables: {
              type: 'named',
              namePattern: '^[A-Za-z_][A-Za-z0-9_]*$',
              longestName: 200,
              default: 'none',
              description: 'Values for the variables of its templates, or where they are. They are shown nowhere.',
              values: {
                type: 'text',
                what: 'text, or a reference "env:NAME" or "file:path"',
                pattern: '^[\\s\\S]*$',
                maximumLength: 100_000,
                example: 'env:WEATHER_KEY',
                hidden: true,
                description: 'The value, or where it is: `env:NAME`, `file:path`.',
              },
            },
            environment: {
              type: 'list',
              items: {
                type: 'text',
                what: 'the name of an environment variable',
                pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
                maximumLength: 200,
                example: 'LANG',
                description: 'The name of an environment variable.',
              },
              default: 'none',
              description: "Variables of the gate's own environment that it may read.",
            },
            paths: {
              type: 'text',
              what: '"workspace" or "any"',
              pattern: '^(?:workspace|any)$',
              maximumLength: 20,
              example: 'any',
              default: 'workspace',
              description: 'Where its tools may work: `any` lets paths leave the workspace.',
            },
            relativePrograms: {
              type: 'boolean',
              default: 'false',
              description: 'Whether a program may be a path relative to the working directory, such as `./deploy.sh`.',
            },
            continueOnFailure: {
              type: 'boolean',
              default: 'false',
              description: 'Whether a list of commands goes on after one that failed.',
            },
            timeoutMs: {
              type: 'integer',
              minimum: 1,
              maximum: 600_000,
              default: '10,000',
              description: 'How long `command` may take to print the manual, in milliseconds.',
            },
            sandbox: ownSandbox,
          },
        },
      },
    },
    programs: {
      type: 'object',
      description: 'How programs are found.',
      keys: {
        path: {
          type: 'list',
          items: {
            type: 'text',
            ...path,
            what: 'a directory',
            example: '/usr/bin',
            description: 'A directory, relative to the file.',
          },
          default: "the gate's own PATH, without what lies in the workspace",
          description: 'The directories in which programs are looked for, in this order.',
        },
        environment: {
          type: 'named',
          namePattern: '^[A-Za-z_][A-Za-z0-9_]*$',
          longestName: 200,
          default: 'none',
          description:
            'Variables that programs of `shell` get. A value that is a reference is secret: it is shown nowhere.',
          values: {
            type: 'text',
            what: 'text, or a reference "env:NAME" or "file:path"',
            pattern: '^[^\\u0000]*$',
            maximumLength: 100_000,
            example: 'production',
            description: 'The value, or where it is: `env:NAME`, `file:path`.',
          },
        },
        pass: {
          type: 'list',
          items: variableName,
          default: 'none',
          description: "Variables of the gate's own environment that programs of `shell` get.",
        },
      },
    },
    credentials: {
      type: 'named',
      namePattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
      longestName: 64,
      default: 'none',
      description: 'What handles may name as credentials. The values reach the program and are shown nowhere.',
      values: {
        ...secretReference,
        example: 'env:DEPLOY_KEY',
        description: 'Where the credential is; it is read again for every run.',
      },
    },
    allow: {
      type: 'list',
      items: patterns,
      default: 'everything',
      description: 'Command patterns. When the list is present, everything else is denied.',
    },
    deny: {
      type: 'list',
      items: patterns,
      default: 'nothing',
      description: 'Command patterns that nobody may run, nor anything below them. Stronger than `allow` and `may`.',
    },
    callers: {
      type: 'named',
      namePattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
      longestName: 64,
      default: 'one local caller that may do everything',
      description: 'Who may ask, by name.',
      values: {
        type: 'object',
        description: 'One caller.',
        required: ['token'],
        keys: {
          token: { ...secretReference, default: 'required', description: 'The token that this caller sends.' },
          may: {
            type: 'list',
            items: patterns,
            default: 'everything',
            description: 'Command patterns that this caller may run, as far as `allow` and `deny` let it.',
          },
          scopes: {
            type: 'list',
            items: scopeName,
            default: 'everything',
            description: 'What this caller may use; a command whose `requiredScopes` has another one is denied.',
          },
        },
      },
    },
    limits: {
      type: 'object',
      description: 'How much one request, one caller and the gate may use.',
      keys: {
        characters: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000_000,
          default: '10,000',
          description: 'The length of a command text.',
        },
        arguments: {
          type: 'integer',
          minimum: 1,
          maximum: 100_000,
          default: '100',
          description: 'The number of words in a command text.',
        },
        argumentCharacters: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000_000,
          default: '10,000',
          description: 'The length of one word.',
        },
        timeoutMs: {
          type: 'integer',
          minimum: 1,
          // A timer of Node cannot be longer: it would fire at once.
          maximum: 2_147_483_647,
          default: '30,000',
          description: 'How long a run may take, in milliseconds, unless its command says otherwise.',
        },
        rate: {
          type: 'object',
          description: 'How often one caller may ask.',
          keys: {
            perMinute: {
              type: 'integer',
              minimum: 1,
              maximum: 1_000_000,
              default: 'no limit',
              description: 'Requests of one caller in a minute.',
            },
          },
        },
        concurrency: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          default: '256',
          description: 'Runs at the same time.',
        },
        handlerProcesses: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000,
          default: '8',
          description:
            'Processes at the same time for commands that have one of their own; others wait, each caller in turn.',
        },
        handlerMemoryBytes: {
          type: 'integer',
          minimum: 33_554_432,
          maximum: 1_125_899_906_842_624,
          default: '1,073,741,824',
          description: 'How much the JavaScript of a process that runs handlers may hold.',
        },
        processes: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          default: '32',
          description: 'Programs at the same time; others wait, each caller in turn.',
        },
        background: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          default: '32',
          description: 'Runs of one caller that go on in the background at the same time.',
        },
        outputBytes: {
          type: 'integer',
          minimum: 1_024,
          maximum: mostBytes,
          default: '16,777,216',
          description: 'How much of each stream of a program is kept for `runs output`.',
        },
        previewBytes: {
          type: 'integer',
          minimum: 256,
          maximum: 1_000_000_000,
          default: '32,768; at a command line everything that is kept',
          description: 'How much of each stream of a program stands in the answer: its beginning and its end.',
        },
        graceMs: {
          type: 'integer',
          minimum: 0,
          maximum: 600_000,
          default: '2,000',
          description: 'How long a program has to end by itself after it was told to.',
        },
        program: {
          type: 'object',
          description: 'What one program may use, as far as the system can hold it to that (Linux, with `prlimit`).',
          keys: {
            cpuSeconds: {
              type: 'integer',
              minimum: 1,
              maximum: 10_000_000,
              default: 'no limit',
              description: 'Seconds of processor time of one process.',
            },
            memoryBytes: {
              type: 'integer',
              minimum: 1_048_576,
              maximum: mostBytes,
              default: 'no limit',
              description: 'Address space of one process. Programs such as Node reserve far more than they use.',
            },
            processes: {
              type: 'integer',
              minimum: 1,
              maximum: 1_000_000,
              default: 'no limit',
              description: 'Processes and threads of the user at once; the system does not hold root to it.',
            },
            fileBytes: {
              type: 'integer',
              minimum: 1,
              maximum: mostBytes,
              default: 'no limit',
              description: 'The size of a file that it writes.',
            },
            openFiles: {
              type: 'integer',
              minimum: 8,
              maximum: 1_000_000,
              default: 'no limit',
              description: 'Files that one process has open.',
            },
          },
        },
        sandbox: {
          type: 'object',
          description: 'What a program in the sandbox may use together with all that it starts.',
          keys: {
            processes: {
              type: 'integer',
              minimum: 1,
              maximum: 1_000_000,
              default: '4,096',
              description: 'Processes and threads at once.',
            },
            memoryBytes: {
              type: 'integer',
              minimum: 1_048_576,
              maximum: mostBytes,
              default: 'three quarters of what the gate could use',
              description: 'Memory that is really used.',
            },
            freeDiskBytes: {
              type: 'integer',
              minimum: 1,
              maximum: mostBytes,
              default: '1,073,741,824, or a quarter of what was free at the start',
              description: 'What has to stay free on a disk that it can write to.',
            },
          },
        },
        responseBytes: {
          type: 'integer',
          minimum: 100,
          maximum: 1_000_000_000,
          default: 'what the door carries',
          description: 'The size of an answer; what is longer is cut, and says so.',
        },
      },
    },
    shell: {
      type: 'object',
      description:
        'Any program of the machine, guarded by the policy: the command `shell` and the MCP tool `shell_cmd`.',
      keys: {
        enabled: {
          type: 'boolean',
          default: 'false',
          description: 'Whether it is there.',
        },
        timeoutMs: {
          type: 'integer',
          minimum: 1,
          maximum: 2_147_483_647,
          default: '600,000',
          description: 'How long a program may run when the call does not say, in milliseconds.',
        },
        maxTimeoutMs: {
          type: 'integer',
          minimum: 1,
          maximum: 2_147_483_647,
          default: '1,800,000',
          description: 'The longest time that a call may ask for.',
        },
        yieldMs: {
          type: 'integer',
          minimum: 1,
          maximum: 2_147_483_647,
          default: '30,000',
          description: 'When a call over MCP is answered with how far the program is; it goes on, and `runs` reads it.',
        },
        globs: {
          type: 'boolean',
          default: 'true',
          description: 'Whether patterns such as `*.ts` stand for the files that they match.',
        },
        aiCommands: {
          type: 'named',
          namePattern: '^[A-Za-z0-9][A-Za-z0-9_.+-]*$',
          longestName: 100,
          default: '`codex`, `gemini` and `copilot`, by their stdout',
          description: 'Programs that are assistants themselves: what they say is an answer of its own.',
          values: {
            type: 'object',
            description: 'One of them.',
            keys: {
              answer: {
                type: 'text',
                what: '"stdout" or "stderr"',
                pattern: '^(?:stdout|stderr)$',
                maximumLength: 10,
                example: 'stdout',
                default: 'stdout',
                description: 'The stream that carries what it says.',
              },
            },
          },
        },
      },
    },
    sandbox: sandboxShape,
    policy: {
      type: 'document',
      default: 'the policy out of the box',
      description: 'What may run, what asks a person and what is denied: rules, or the path of a file with rules.',
      text: {
        type: 'text',
        ...path,
        example: 'policy.json',
        description: 'A `.json` or `.yaml` file, relative to the configuration file.',
      },
      schema: 'policy.json',
    },
    approvals: {
      type: 'object',
      description: 'How people are asked.',
      keys: {
        directory: {
          type: 'text',
          ...path,
          example: '/var/lib/cmdgate/office',
          default: "the user's own state directory",
          description:
            'Where questions and answers are kept. Never put it where agents can write. Relative to the file.',
        },
        expiresMs: {
          type: 'integer',
          minimum: 1_000,
          maximum: 2_147_483_647,
          default: '600,000',
          description: 'How long a request can be answered, in milliseconds.',
        },
      },
    },
    ledger: {
      type: 'object',
      description: 'The memory of the gate: every request, decision, approval and output.',
      keys: {
        directory: {
          type: 'text',
          ...path,
          example: '/var/lib/cmdgate/office',
          default: 'a directory of the workspace in `~/.local/state/cmdgate`',
          description: 'Where it is kept: outside of the workspace, or in `.cmdgate`. Relative to the file.',
        },
        url: {
          ...secretReference,
          what: 'a reference to the address of a PostgreSQL database, "env:NAME" or "file:path"',
          example: 'env:CMDGATE_DATABASE',
          default: 'none: the index is a file of the directory',
          description: 'A PostgreSQL database for the index, which several machines can share.',
        },
        sync: {
          type: 'text',
          what: '"process" or "full"',
          pattern: '^(?:process|full)$',
          maximumLength: 10,
          example: 'full',
          default: 'process',
          description: 'What an entry survives: the sudden death of the gate, or with `full` a power cut too.',
        },
        keepDays: {
          type: 'integer',
          minimum: 1,
          maximum: 36_500,
          default: '30',
          description: 'How long output is kept, in days.',
        },
        keepBytes: {
          type: 'integer',
          minimum: 1_048_576,
          maximum: mostBytes,
          default: '1,073,741,824',
          description: 'How much output is kept; the oldest goes first.',
        },
        keepLogDays: {
          type: 'integer',
          minimum: 1,
          maximum: 36_500,
          default: 'for ever',
          description: 'How long the entries of the log are kept, in days.',
        },
      },
    },
    audit: {
      type: 'either',
      default: 'true',
      description: 'Whether every request is recorded in the ledger, refused ones included.',
      boolean: { type: 'boolean', description: '`false` records nothing; what ran is forgotten with the gate.' },
      object: {
        type: 'object',
        description: 'A copy for other tools.',
        keys: {
          file: {
            type: 'text',
            ...path,
            example: 'audit.jsonl',
            default: 'none',
            description: 'A file that every answer is also appended to, one JSON object a line. Relative to the file.',
          },
        },
      },
    },
    http: {
      type: 'object',
      description: 'The HTTP door (`cmdgate serve --http`).',
      keys: {
        host: {
          type: 'text',
          what: 'a host name or an address',
          pattern: '^[A-Za-z0-9._:%-]+$',
          maximumLength: 255,
          example: '127.0.0.1',
          default: '127.0.0.1',
          description: 'The address to listen on. Any other than loopback needs a token.',
        },
        port: {
          type: 'integer',
          minimum: 0,
          maximum: 65_535,
          default: '8420, or a free one where that is taken',
          description: 'The port to listen on; 0 is a free one.',
        },
        requests: {
          type: 'integer',
          minimum: 2,
          maximum: 100_000,
          default: '200',
          description:
            'Calls that are answered at the same time. One caller has at most half of them, several share them. The commands of the gate itself (`help`, `runs`, `policy`) do not count.',
        },
        connections: {
          type: 'integer',
          minimum: 2,
          maximum: 100_000,
          default: '512',
          description: 'Open connections of all clients.',
        },
        token: {
          ...secretReference,
          default: 'none',
          description: 'The bearer token of a caller that has no name of its own.',
        },
        allowedHosts: {
          type: 'list',
          items: {
            type: 'text',
            what: 'a host name, with an optional port',
            pattern: '^(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?$',
            maximumLength: 255,
            example: 'gate.example.com',
            description: 'A host name, with an optional port.',
          },
          default: 'loopback names',
          description: 'Names by which clients may address the gate (the `Host` header).',
        },
        allowedOrigins: {
          type: 'list',
          items: {
            type: 'text',
            what: 'an origin: scheme and host, with an optional port and no path',
            pattern: '^[a-z][a-z0-9+.-]*://[^/?#\\s]+$',
            maximumLength: 255,
            example: 'https://app.example.com',
            description: 'Scheme and host, with an optional port.',
          },
          default: 'none',
          description: 'Web pages that may call the gate (the `Origin` header).',
        },
      },
    },
  },
} as const satisfies ObjectShape;
