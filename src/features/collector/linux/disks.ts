import { by } from "../../../model/order.ts";
import type { Disk } from "../collector.model.ts";
import { maskSecrets } from "../masking.ts";
import { reason, type Scan } from "../parts.ts";
import { isAbsent, readIfPresent, readText, toGb, toNumber } from "../text.ts";

/** One line of proc_pid_mountinfo(5). */
export interface Mount {
  /** `major:minor` of the device. */
  device: string;
  /** The mounted folder of the file system: `/`, or another for a bind mount or a subvolume. */
  root: string;
  mountPoint: string;
  filesystem: string;
  source: string;
}

/** File systems without a disk: the kernel's own, memory, and read-only images. */
const PSEUDO_FILESYSTEMS = new Set(
  (
    "proc sysfs devtmpfs devpts tmpfs ramfs rootfs cgroup cgroup2 cpuset securityfs selinuxfs apparmorfs smackfs pstore " +
    "efivarfs bpf tracefs debugfs configfs fusectl mqueue hugetlbfs autofs binfmt_misc rpc_pipefs nfsd nsfs squashfs " +
    "erofs overlay aufs iso9660 udf fuse.lxcfs fuse.portal fuse.gvfsd-fuse fuse.snapfuse fuse.squashfuse resctrl none"
  ).split(" "),
);
/** Network file systems. Reading the size of one may hang while its server is unavailable. */
const REMOTE_FILESYSTEMS = /^(nfs\d?|cifs|smb\d?|smbfs|ceph|glusterfs|lustre|gpfs|afs|9p|virtiofs|fuse\..*|fuse)$/;
/** Block devices that are no physical disks: memory, loops, layers over other disks, removable media. */
const NON_DISK_DEVICES = /^(loop|ram|zram|dm-|md|sr|fd|nbd|zd|drbd|bcache|rbd|mtdblock)/;

export function parseMountInfo(text: string): Mount[] {
  return text.split("\n").flatMap((line) => {
    const [before, after] = line.split(" - ", 2);
    const [, , device, root, mountPoint] = (before ?? "").split(" ");
    const [filesystem, source] = (after ?? "").split(" ");
    if (!device || !root || !mountPoint || !filesystem) return [];
    return {
      device,
      root: unescapeOctal(root),
      mountPoint: unescapeOctal(mountPoint),
      filesystem,
      source: unescapeOctal(source ?? ""),
    };
  });
}

/**
 * One mount per device: the whole file system before a part of it, then the shortest path. In a container only whole file
 * systems count, because the others are files of the host; the root always counts.
 */
export function realMounts(mounts: readonly Mount[], container: boolean): Mount[] {
  const chosen = new Map<string, Mount>();
  for (const mount of mounts) {
    if (mount.mountPoint !== "/" && (PSEUDO_FILESYSTEMS.has(mount.filesystem) || (container && mount.root !== "/")))
      continue;
    const key = mount.source.startsWith("/dev/") ? mount.source : mount.device;
    const other = chosen.get(key);
    if (other === undefined || weight(mount) < weight(other)) chosen.set(key, mount);
  }
  const byPath = by(({ mountPoint }: Mount) => mountPoint);
  return [...chosen.values()].sort(byPath);
}

/** The mounted file systems with their sizes; network file systems without, see `REMOTE_FILESYSTEMS`. */
export async function readDisks({ files, notes }: Scan, mounts: readonly Mount[], container: boolean): Promise<Disk[]> {
  return await Promise.all(
    realMounts(mounts, container).map(async ({ source, mountPoint, filesystem }) => {
      const disk: Disk = { name: maskSecrets(source) || filesystem, mount_point: mountPoint, filesystem };
      if (REMOTE_FILESYSTEMS.test(filesystem)) return disk;
      try {
        const { sizeBytes, freeBytes } = await files.space(mountPoint);
        return { ...disk, size_gb: toGb(sizeBytes), free_gb: toGb(freeBytes) };
      } catch (error) {
        notes.add(`disks: size of ${mountPoint}: ${reason(error)}`);
        return disk;
      }
    }),
  );
}

/** Mount table of this process; read from /proc/mounts if the kernel has no mountinfo. */
export async function readMounts({ files }: Scan): Promise<Mount[]> {
  const info = await readIfPresent(files, "/proc/self/mountinfo", 8 * 1024 * 1024);
  if (info !== undefined) return parseMountInfo(info);
  return (await readText(files, "/proc/mounts", 8 * 1024 * 1024)).split("\n").flatMap((line) => {
    const [source, mountPoint, filesystem] = line.split(" ").map(unescapeOctal);
    return source && mountPoint && filesystem ? { device: source, root: "/", mountPoint, filesystem, source } : [];
  });
}

/** Total bytes of the built-in disks without removable ones; undefined if there are none. */
export async function readDiskBytes({ files }: Scan): Promise<number | undefined> {
  const names = await files.list("/sys/block").catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  let total = 0;
  for (const name of names.filter((candidate) => !NON_DISK_DEVICES.test(candidate))) {
    if ((await readIfPresent(files, `/sys/block/${name}/removable`))?.trim() === "1") continue;
    // The kernel counts in sectors of 512 bytes, whatever the disk's sector size is.
    total += 512 * (toNumber(await readIfPresent(files, `/sys/block/${name}/size`)) ?? 0);
  }
  return total === 0 ? undefined : total;
}

function weight({ root, mountPoint }: Mount): number {
  return (mountPoint === "/" ? 0 : root === "/" ? 10_000 : 20_000) + mountPoint.length;
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
