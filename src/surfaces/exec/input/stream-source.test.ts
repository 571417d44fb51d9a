import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { StreamSource } from './stream-source.js';

const mebibyte = Buffer.alloc(1024 * 1024, 'x');

/** Lets everything happen that can happen now. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

async function readAll(source: StreamSource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let chunk = await source.next(); chunk; chunk = await source.next()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Gives numbered pieces, and counts how many were taken. */
function numbered(count: number): { readonly stream: Readable; taken(): number } {
  let next = 0;
  const stream = new Readable({
    read() {
      this.push(next < count ? Buffer.alloc(64 * 1024, String(next++ % 10)) : null);
    },
  });
  return { stream, taken: () => next };
}

test('it is read no further than it is worked off, but for a little', async () => {
  const { stream, taken } = numbered(1_000);
  const source = new StreamSource(stream);
  await settle();
  const before = taken();
  await source.next();
  await settle();

  expect(before).toBeLessThan(40);
  expect(taken()).toBeLessThan(42);
  source.close();
});

test('while nobody reads the answers all of it is taken in, and comes out in its order', async () => {
  const { stream, taken } = numbered(200);
  const source = new StreamSource(stream);
  source.takeAll(true);
  await settle();
  for (let turn = 0; turn < 50 && taken() < 200; turn++) await settle();
  const all = taken();
  source.takeAll(false);
  const bytes = await readAll(source);

  expect(all).toBe(200);
  expect(bytes.length).toBe(200 * 64 * 1024);
  for (let at = 0; at < 200; at++) expect(bytes[at * 64 * 1024]).toBe(0x30 + (at % 10));
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('cmdgate-exec-'))).toEqual([]);
  source.close();
});

test('what comes later waits behind what is in the file', async () => {
  const stream = new PassThrough({ highWaterMark: 16 * 1024 * 1024 });
  const source = new StreamSource(stream);
  source.takeAll(true);
  stream.write(mebibyte);
  stream.write(Buffer.from('second'));
  await settle();
  source.takeAll(false);
  stream.end('third');
  await settle();

  expect((await readAll(source)).subarray(-11).toString()).toBe('secondthird');
  source.close();
});

test('closing it ends whoever waits for more', async () => {
  const source = new StreamSource(new PassThrough());
  const waiting = source.next();
  source.close();

  expect(await waiting).toBeUndefined();
});

test('what cannot be read on is told, after what was read', async () => {
  const stream = new PassThrough();
  const source = new StreamSource(stream);
  stream.write('first');
  await settle();
  stream.destroy(new Error('broken'));
  await settle();

  expect(String(await source.next())).toBe('first');
  await expect(source.next()).rejects.toThrow('broken');
});
