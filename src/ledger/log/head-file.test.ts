import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyHead, type Head, HeadFile, readHead } from './head-file.js';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cmdgate-head-'));
  file = join(directory, 'head.json');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const head = (seq: number): Head => ({ seq, hash: String(seq % 10).repeat(64), segment: 1, bytes: seq * 100 });

function write(...heads: readonly Head[]): void {
  const open = new HeadFile(file, readHead(file));
  for (const one of heads) open.write(one);
  open.close();
}

test('the newest head is read, however many were written, by whomever', () => {
  expect(readHead(file)).toBeUndefined();
  write(emptyHead);
  expect(readHead(file)?.newest).toEqual(emptyHead);
  for (let seq = 1; seq < 20; seq += 3) {
    write(head(seq), head(seq + 1), head(seq + 2));
    expect(readHead(file)).toMatchObject({ newest: head(seq + 2), spoiled: false });
  }
});

test('the file is JSON with the last two heads, and only for its owner', () => {
  write(head(1), head(2), head(3));
  const slots = JSON.parse(readFileSync(file, 'utf8')) as Head[];
  expect(slots.map(({ seq }) => seq).sort()).toEqual([2, 3]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a slot that was written in part is noticed, and the other one tells the write before', () => {
  write(head(1), head(2));
  const before = readFileSync(file);
  write(head(3));
  const after = readFileSync(file);
  for (let length = 1; length < 256; length++) {
    const torn = Buffer.from(before);
    after.copy(torn, 0, 0, length);
    writeFileSync(file, torn);
    const reading = readHead(file);
    // The slots differ in few places: what is written so far can be all of what was, or all of what will be.
    const isWhole = torn.equals(before) || torn.equals(after);
    expect(reading?.spoiled).toBe(!isWhole);
    expect([head(2), head(3)]).toContainEqual(reading?.newest);
  }
});

test('every bit that is changed is noticed', () => {
  write(head(1), head(2));
  const descriptor = openSync(file, 'r+');
  for (const [index, byte] of readFileSync(file).entries()) {
    for (let bit = 1; bit < 256; bit *= 2) {
      writeSync(descriptor, Buffer.of(byte ^ bit), 0, 1, index);
      if (!readHead(file)?.spoiled) expect.fail(`bit ${bit} of byte ${index}`);
    }
    writeSync(descriptor, Buffer.of(byte), 0, 1, index);
  }
  closeSync(descriptor);
  expect(readHead(file)?.spoiled).toBe(false);
});

test('a head that is shorter, longer, empty or something else is spoiled', () => {
  write(head(1), head(2));
  const bytes = readFileSync(file);
  for (const other of [bytes.subarray(0, -1), Buffer.concat([bytes, bytes]), Buffer.alloc(0), Buffer.from('[null]')]) {
    writeFileSync(file, other);
    expect(readHead(file)?.spoiled).toBe(true);
  }
});

test('a spoiled head stays as it is until the next one is written', () => {
  writeFileSync(file, 'spoiled');
  const open = new HeadFile(file, readHead(file));
  expect(readFileSync(file, 'utf8')).toBe('spoiled');
  open.write(head(7));
  open.write(head(8));
  open.close();
  expect(readHead(file)).toMatchObject({ newest: head(8), spoiled: false });
});

test('a link is not followed', () => {
  write(head(1));
  symlinkSync(file, join(directory, 'link.json'));
  expect(() => readHead(join(directory, 'link.json'))).toThrow(/ELOOP/);
});
