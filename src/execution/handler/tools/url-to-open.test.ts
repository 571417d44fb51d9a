import { expect, test } from 'vitest';
import { urlToOpen } from './url-to-open.js';

test.each([
  ['nobody at a terminal', undefined, true],
  ['a display', { DISPLAY: ':0' }, false],
  ['a Wayland display', { WAYLAND_DISPLAY: 'wayland-0' }, false],
  ['no display', { DISPLAY: '' }, true],
  ['a display in a build', { DISPLAY: ':0', CI: 'true' }, true],
])('with %s the address is only shown', (_, environment, headless) => {
  expect(urlToOpen('https://example.com', environment)).toEqual({ open_url: 'https://example.com/', headless });
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'example.com', ''])('%j is no address to open', (url) => {
  expect(() => urlToOpen(url, {})).toThrow('must begin with https:// or http://');
});
