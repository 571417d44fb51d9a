// Files and directories that other programs obey: nobody writes them without being asked, at any depth.

import { obeyedElsewhere, runByTools } from '../../../vocabulary/obeyed-names.js';

const { inDirectories, endings, beginnings } = runByTools;
const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
const names = new Set(lower([...runByTools.names, ...obeyedElsewhere]));
const nested = new Set(
  Object.entries(inDirectories).flatMap(([directory, entries]) => lower(entries.map((name) => `${directory}/${name}`))),
);

/** Directories inside others that are obeyed only there. */
const places = /(?:^|\/)(?:\.config\/[^/]+|site-packages\/[^/]+\.pth)(?:\/|$)/;

/** `path` is relative. On some systems the case of letters does not count. */
export function isProtectedPath(path: string): boolean {
  const parts = path.toLowerCase().split('/');
  return (
    parts.some((name, at) => isObeyed(name) || nested.has(`${parts[at - 1]}/${name}`)) || places.test(parts.join('/'))
  );
}

function isObeyed(name: string): boolean {
  return (
    names.has(name) || beginnings.some((text) => name.startsWith(text)) || endings.some((text) => name.endsWith(text))
  );
}
