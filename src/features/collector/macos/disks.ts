import type { Disk } from "../collector.model.ts";
import { definedFields, toGb } from "../text.ts";

/** Local file systems, 1 KiB blocks, one line each (POSIX form). */
export const DF = ["-lkP"];

const LINE = /^(.+?)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+\d+%\s+(\/.*)$/;

/** Parses `df -lkP` and `mount`; only the latter names the types of the file systems. */
export function parseDisks(dfText: string, mountText: string): Disk[] {
  const kinds = new Map<string, string>();
  for (const line of mountText.split("\n")) {
    const match = /^.+? on (\/.*) \(([^,)]+)/.exec(line);
    if (match?.[1] && match[2]) kinds.set(match[1], match[2]);
  }
  return dfText.split("\n").flatMap((line) => {
    const [, name, blocks, , available, mountPoint] = LINE.exec(line) ?? [];
    if (!name?.startsWith("/dev/") || mountPoint === undefined) return [];
    return definedFields<Disk>({
      name,
      mount_point: mountPoint,
      filesystem: kinds.get(mountPoint),
      size_gb: toGb(Number(blocks) * 1024),
      free_gb: toGb(Math.max(0, Number(available)) * 1024),
    });
  });
}

/** Sum over disks; each volume of an APFS container shows the container's whole size, which counts once. */
export function totalDiskGb(disks: readonly Disk[]): number | undefined {
  const sizes = new Map<string, number>();
  for (const { name, size_gb = 0 } of disks) {
    const disk = /^\/dev\/disk\d+/.exec(name)?.[0] ?? name;
    sizes.set(disk, Math.max(sizes.get(disk) ?? 0, size_gb));
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return total === 0 ? undefined : Math.round(total * 100) / 100;
}
