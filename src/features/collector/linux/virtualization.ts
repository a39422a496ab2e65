import type { Scan } from "../parts.ts";
import { readIfPresent } from "../text.ts";
import { looksVirtual } from "../virtual-vendors.ts";
import type { Board } from "./board.ts";
import type { CpuInfo } from "./cpu.ts";

/** Control groups that container engines and orchestrators make. */
const CONTAINER_CGROUP = /\/(docker|kubepods|lxc|libpod|crio|containerd|garden|actions_job)[-/.]|\/lxc\.payload/;

/**
 * Whether this process lives in a container. Signs, in this order: the variable `container` that managers set for
 * the first process (systemd's container interface), the control group of the first process, Podman's marker, and
 * Docker's marker or a layered root file system. The last two also occur on machines, whose images were made from a
 * container's or run from a medium, so they count only where the kernel's own threads are out of sight.
 */
export async function detectContainer({ files, notes }: Scan, rootFilesystem: string | undefined): Promise<boolean> {
  const quiet = (path: string) => readIfPresent(files, path).catch(() => undefined);
  const environment = (await quiet("/proc/1/environ"))?.split("\0") ?? [];
  if (environment.some((line) => /^container=./.test(line) && line !== "container=wsl")) return true;
  if (CONTAINER_CGROUP.test((await quiet("/proc/1/cgroup")) ?? "")) return true;
  if ((await quiet("/run/.containerenv")) !== undefined) return true;
  const marker = (await quiet("/.dockerenv")) !== undefined;
  const layered = rootFilesystem === "overlay";
  if (!marker && !layered) return false;
  const ownKernel = (await quiet("/proc/2/comm"))?.trim() === "kthreadd";
  if (!ownKernel || (marker && layered)) return true;
  if (marker) notes.add("device_type: /.dockerenv exists, but so do the kernel's own threads: no container");
  return false;
}

/** Whether the kernel runs under a hypervisor. A Xen control domain sees the flag and is the machine itself. */
export async function detectVirtual({ files, os }: Scan, cpu: CpuInfo, board: Board): Promise<boolean> {
  const xen = await readIfPresent(files, "/proc/xen/capabilities").catch(() => undefined);
  if (xen?.includes("control_d")) return false;
  if (cpu.hypervisor || looksVirtual(board.manufacturer, board.model)) return true;
  if ((await readIfPresent(files, "/sys/hypervisor/type").catch(() => undefined))?.trim() === "xen") return true;
  return /dummy-virt/.test(board.compatible ?? "") || /microsoft.*wsl/i.test(os.release());
}
