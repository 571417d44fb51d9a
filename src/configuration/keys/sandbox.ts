// `sandbox`: what programs may see and do.

import { isRecord } from '../../shape/kind-of.js';
import { either, integer, line, list, named, object, type Shapes, text } from '../../shape/shape.js';
import { presetNames } from '../../vocabulary/network-presets.js';
import { credentialHeaders } from '../../vocabulary/sandbox.js';
import { anyPath, listOf, oneOf, orFlag, secretReference, variables } from './texts.js';

const mode = oneOf(['auto', 'required', 'off'], 10, {
  example: 'required',
  default: 'auto',
  description: '`auto`: use it if it works; `required`: refuse to run programs without it; `off`.',
});

const path = text({ ...anyPath, example: '../shared', description: 'A file or a directory, relative to this file.' });

const host = text({
  what: 'a host and a port',
  maxLength: 300,
  pattern: line,
  example: 'api.example.org:443',
  description: 'A host and a port; `*.example.org:443` means every host below `example.org`.',
});

const reached = text({
  ...host,
  what: 'a host and a port, or a preset',
  description: `A host and a port, \`*.example.org:443\` for every host below \`example.org\`, or a preset: ${presetNames.map((name) => `\`${name}\``).join(', ')}.`,
});

const header = text({
  what: 'the name of an HTTP header',
  maxLength: 100,
  pattern: '^[A-Za-z0-9-]+$',
  example: 'x-api-key',
  description: 'The name of an HTTP header.',
});

const port = { ...integer(1, 65_535, 'none', 'A port.') };

const maskedCredential = object(
  {
    from: secretReference({
      example: 'env:GITHUB_TOKEN',
      default: '`env:NAME`',
      description: 'Where the secret is stored.',
    }),
    hosts: list(
      { ...host, description: 'A host and a port.' },
      { description: 'The hosts that get the secret, from those listed in `network`; without `*`.' },
    ),
    headers: listOf(
      header,
      credentialHeaders.map((name) => `\`${name}\``).join(', '),
      'The HTTP headers in which the placeholder is replaced.',
    ),
  },
  {
    description:
      'A secret that programs never see: they get a placeholder, and requests to its hosts carry the secret.',
    required: ['hosts'],
  },
);

const keys = {
  mode,
  network: orFlag('The whole network, or none.', list(reached, { description: 'Only these hosts.' }), {
    default: false,
    description: 'Whether programs can use the network: all of it, none, or the hosts and presets in a list.',
  }),
  credentials: named(variables, maskedCredential, {
    default: 'none',
    description: 'Secrets, by the environment variables that programs read them from.',
  }),
  readable: listOf(path, 'none', 'What programs can read besides the workspace and the system.'),
  writable: listOf(
    path,
    'none',
    'What programs can write besides the workspace, including protected files in it, such as `.git/hooks`.',
  ),
  unprotected: listOf(
    text({
      what: 'the name of a file or directory',
      maxLength: 200,
      pattern: '^(?!\\.{0,2}$)[^\\u0000-\\u001f]+$',
      example: '.npmrc',
      description: 'A name such as `.npmrc`, `.github/workflows` or `*.code-workspace`, at any depth.',
    }),
    'none',
    'What agents may write even though other tools run what it says, such as `.vscode`.',
  ),
  sockets: orFlag(
    'All of them, or none.',
    list(path, { description: 'Sockets of other programs, relative to this file.' }),
    {
      default: false,
      description: 'Whether programs can use Unix sockets: all of them, none, or their own and those in a list.',
    },
  ),
  workspace: oneOf(['writable', 'read-only'], 10, {
    example: 'read-only',
    default: 'writable',
    description: 'Whether programs can write to the workspace.',
  }),
  publish: listOf(
    port,
    'none',
    'Ports on 127.0.0.1 through which this machine reaches servers that run in the background.',
  ),
};

const commands = named(
  { pattern: '.', maxLength: 1_000 },
  object(keys, { description: 'Settings left out are the same as for all programs.' }),
  {
    default: 'none',
    description: 'The sandbox of some commands, by pattern. `shell npm` is one program run by `shell`.',
  },
);

const modeOr = <const S extends Shapes>(members: S, saysMore: string, usual: string, description: string) =>
  either((value) => !isRecord(value), mode, object(members, { description: saysMore }), {
    default: usual,
    description,
  });

/** For all programs. */
export const sandbox = modeOr(
  { ...keys, commands },
  'The same, with what programs may see and do in it.',
  'auto',
  'Whether the operating system keeps programs inside the workspace (on Linux, best with bubblewrap).',
);

/** For some programs: what is left out is as it is for all. */
export const ownSandbox = modeOr(
  keys,
  'The same, with what programs may see and do in it.',
  'as for all programs; with `paths: "any"` it is `off`, unless `required` for all',
  'The sandbox of their programs.',
);
