import { readdirSync, readlinkSync } from "node:fs";
import { type FileHandle, open, readdir, readlink, stat, statfs } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { HostFiles } from "./ports.ts";
import { isAbsent } from "./text.ts";

const CHUNK = 16 * 1024;

/** Reads the files of this machine. */
export function createHostFiles(): HostFiles {
  return {
    read: (path, maxBytes) => withFile(path, (file) => readHead(file, maxBytes)),
    readAt: (path, offset, length) =>
      withFile(path, async (file) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      }),
    list: (path) => readdir(path),
    link: (path) => readlink(path),
    links: readLinks,
    async stat(path) {
      const found = await stat(path);
      return { size: found.size, modifiedAt: found.mtime };
    },
    async space(path) {
      const { bsize, blocks, bavail } = await statfs(path);
      return { sizeBytes: bsize * blocks, freeBytes: bsize * bavail };
    },
  };
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, "r");
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Files of /proc and /sys have no size and end at an empty read. */
async function readHead(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let chunk = Math.min(CHUNK, maxBytes);
  while (size < maxBytes) {
    const wanted = Math.min(chunk, maxBytes - size);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
    chunk = Math.min(chunk * 2, 4 * 1024 * 1024);
  }
  return Buffer.concat(chunks, size);
}

/**
 * A host has tens of thousands of open descriptors. Synchronous reads take a tenth of the time of asynchronous ones here;
 * the pause before each folder lets other work of the process run.
 */
async function readLinks(path: string): Promise<string[]> {
  await nextTurn();
  const targets: string[] = [];
  for (const name of readdirSync(path)) {
    try {
      targets.push(readlinkSync(`${path}/${name}`));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return targets;
}
