// An address that a person should open. It is only shown: a browser would outlive the run, and an agent has no eyes.

import type { UrlToOpen } from '../../../vocabulary/context.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** `environment` is that of the terminal, where somebody sits at one. Throws a TypeError for what is no web address. */
export function urlToOpen(written: string, environment: Environment | undefined): UrlToOpen {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new TypeError('The address to open must begin with https:// or http://.');
  }
  return { open_url: url.href, headless: environment === undefined || !hasDisplay(environment) };
}

function hasDisplay({ CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY }: Environment): boolean {
  if (CI) return false;
  const isOwnDesktop = process.platform === 'darwin' || process.platform === 'win32';
  return isOwnDesktop ? !SSH_CONNECTION : Boolean(DISPLAY || WAYLAND_DISPLAY);
}
