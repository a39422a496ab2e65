import { inflateSync } from "node:zlib";

const WOFF = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;

/**
 * A WOFF file (W3C, WOFF File Format 1.0) as the font that it packs, anything else unchanged. fontkit unpacks a table anew
 * for each glyph that it reads, which takes seconds where the table is large.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== WOFF) return file;
  const count = file.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  directory.writeUInt32BE(file.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let at = directory.length;
  for (let i = 0; i < count; i++) {
    const entry = HEADER + i * ENTRY;
    const [offset, packed, size] = [4, 8, 12].map((place) => file.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const stored = file.subarray(offset, offset + packed);
    const table = packed < size ? inflateSync(stored, { maxOutputLength: size }) : stored;
    file.copy(directory, 12 + 16 * i, entry, entry + 4);
    directory.writeUInt32BE(file.readUInt32BE(entry + 16), 12 + 16 * i + 4);
    directory.writeUInt32BE(at, 12 + 16 * i + 8);
    directory.writeUInt32BE(size, 12 + 16 * i + 12);
    // Tables begin at multiples of four bytes.
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
