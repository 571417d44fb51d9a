// `title`, `website`, `icons`, `tools` and `logs`: what MCP clients get from the gate beside answers.

import { list, object, text } from '../../shape/shape.js';
import { logReaders, waysToOffer } from '../../vocabulary/introduction.js';
import { listOf, oneLine, oneOf } from './texts.js';

export const title = oneLine(100, 'The office', 'the name', 'The name that MCP clients show to people.');

export const website = text({
  what: 'an http or https address',
  maxLength: 2_000,
  pattern: '^https?://[^\\s\\u0000-\\u001f]+$',
  example: 'https://example.com/office',
  default: 'none',
  description: 'A page about these commands, for the people who use an MCP client.',
});

const icon = object(
  {
    src: text({
      what: 'an https address, or a data URI of an image',
      // Every answer of MCP 2026-07-28 carries it.
      maxLength: 2_000,
      pattern: '^(?:https://[^\\s\\u0000-\\u001f]+|data:image/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]+)$',
      example: 'https://example.com/office.svg',
      description: 'An https URL, or a very small image as a `data:image/…;base64,` URI.',
    }),
    mimeType: text({
      what: 'the MIME type of an image',
      maxLength: 100,
      pattern: '^image/[a-z0-9.+-]+$',
      example: 'image/svg+xml',
      description: 'The type of the image, if the URL does not show it.',
    }),
    sizes: list(
      text({
        what: 'a size such as 48x48, or any',
        maxLength: 20,
        pattern: '^(?:any|[0-9]{1,5}x[0-9]{1,5})$',
        example: '48x48',
        description: 'Width and height in pixels, or `any` for an image that scales.',
      }),
      { description: 'The sizes it is made for.' },
    ),
    theme: oneOf(['light', 'dark'], 20, {
      example: 'dark',
      default: 'both',
      description: 'The background it is made for.',
    }),
  },
  { required: ['src'], description: 'A picture.' },
);

export const icons = listOf(icon, 'none', 'Icons that MCP clients may show for this gate.');

export const tools = oneOf(waysToOffer, 20, {
  example: 'each',
  default: 'one',
  description:
    '`one` offers MCP clients one tool, `cli`, for all commands. `each` also offers one tool per command, which suits small sets and clients that choose among tools.',
});

export const logs = oneOf(logReaders, 20, {
  example: 'client',
  default: 'owner',
  description:
    'Who gets what handlers log. `owner`: only stderr. `client`: also MCP clients that set a log level; they get the errors that commands throw, too.',
});
