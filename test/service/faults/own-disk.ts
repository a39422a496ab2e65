import { execFile } from "node:child_process";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** A disk in memory that can be filled. */
export interface OwnDisk {
  /** Leaves no byte: the disk shrinks to a little more than what is used, and a file takes the rest. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  remove(): Promise<void>;
}

const SPARE_BYTES = 1_000_000;

const run = promisify(execFile);

/** Mounts a disk of its own at the folder, which it makes; undefined where none may be mounted. */
export async function ownDisk(folder: string): Promise<OwnDisk | undefined> {
  const mount = (...args: string[]) => run("mount", [...args, folder]);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  try {
    await mount("-t", "tmpfs", "-o", "size=4g,mode=0755", "orrery-faults");
  } catch {
    return undefined;
  }
  const filler = path.join(folder, "filler");
  return {
    async fill() {
      const { blocks, bfree, bsize } = await statfs(folder);
      await mount("-o", `remount,size=${(blocks - bfree) * bsize + SPARE_BYTES}`);
      await writeFile(filler, Buffer.alloc(2 * SPARE_BYTES)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOSPC") throw error;
      });
    },
    async empty() {
      await mount("-o", "remount,size=4g");
      await rm(filler, { force: true });
    },
    remove: () => unmount(folder),
  };
}

/** Also where servers still have files open there: the memory is freed once they have ended. */
export async function unmount(folder: string): Promise<void> {
  await run("umount", ["-l", folder]);
}
