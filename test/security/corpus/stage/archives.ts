// Writes archives that the usual programs refuse to write: members with `..`, absolute names, and links that lead out.

import { crc32 } from 'node:zlib';
import type { Member } from '../entry.js';

const block = 512;

export function tarOf(members: readonly Member[]): Buffer {
  return Buffer.concat([...members.flatMap(tarMember), Buffer.alloc(2 * block)]);
}

function tarMember({ name, content = '', link }: Member): Buffer[] {
  const body = Buffer.from(link === undefined ? content : '');
  const header = Buffer.alloc(block);
  header.write(name, 0, 100);
  header.write('0000755\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('14000000000\0', 136);
  header.write('        ', 148);
  header.write(link === undefined ? '0' : '2', 156);
  header.write(link ?? '', 157, 100);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, body, Buffer.alloc((block - (body.length % block)) % block)];
}

export function zipOf(members: readonly Member[]): Buffer {
  let offset = 0;
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  for (const { name, content = '', link } of members) {
    const file = Buffer.from(name);
    const body = Buffer.from(link ?? content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(body.length, 18);
    common.writeUInt16LE(file.length, 22);
    locals.push(Buffer.from('PK\x03\x04'), common, file, body);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(((link === undefined ? 0o100644 : 0o120777) << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    // "Made on Unix": only then the links are read as links.
    entries.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, place, file);
    offset += 4 + common.length + file.length + body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}
