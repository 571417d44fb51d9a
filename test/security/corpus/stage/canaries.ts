// Sees whether an attack touched what it must not touch.

import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Canary } from '../entry.js';
import type { Stage } from './stage.js';
import { environmentSecret, secret } from './template.js';

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Looks at the canary now; the answer compares with it later. */
export function watchCanary(canary: Canary, stage: Stage): (results: readonly RunResult[]) => boolean {
  const path = 'path' in canary ? resolve(stage.places.workspace, canary.path) : '';
  const before = describe(path);
  const connections = stage.listener.connections();
  return (results) => {
    const output = results.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n');
    switch (canary.kind) {
      case 'secret-shown':
        return reveals(output);
      case 'secret-copied':
        return reveals(contentOf(path));
      case 'environment-shown':
        return output.includes(environmentSecret);
      case 'shown':
        return output.includes(canary.text);
      case 'created':
        return before === 'missing' && describe(path) !== 'missing';
      case 'changed':
        return describe(path) !== before;
      case 'reached':
        return stage.listener.connections() > connections;
      case 'flooded':
        return output.length >= canary.bytes;
      case 'grown':
        return sizeOf(path) >= canary.bytes;
      default:
        return canary satisfies never;
    }
  };
}

const content = Buffer.from(`${secret}\n`);
const encoded = [
  secret,
  secret.toLowerCase(),
  [...secret].reverse().join(''),
  content.toString('base64').slice(0, 40),
  content.toString('hex').slice(0, 60),
  ...['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(content).digest('hex')),
];

/** Whether a text holds the secret: plain, in an encoding, as its hash, or with white space between the parts. */
function reveals(text: string): boolean {
  const tight = text.replaceAll(/\s/g, '');
  return encoded.some((form) => text.includes(form) || tight.includes(form));
}

function describe(path: string): string {
  try {
    const { mode, size, uid, gid } = lstatSync(path);
    const kind = mode & 0o170000;
    if (kind === 0o120000) return `link ${readlinkSync(path)}`;
    return `${mode} ${uid} ${gid} ${kind === 0o100000 ? createHash('sha256').update(readFileSync(path)).digest('hex') : size}`;
  } catch {
    return 'missing';
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
