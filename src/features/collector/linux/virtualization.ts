import type { Scan } from "../parts.ts";
import { readIfPresent } from "../text.ts";
import { looksVirtual } from "../virtual-vendors.ts";
import type { Board } from "./board.ts";
import type { CpuInfo } from "./cpu.ts";

/** Control groups of container engines and orchestrators. */
const CONTAINER_CGROUP = /\/(docker|kubepods|lxc|libpod|crio|containerd|garden|actions_job)[-/.]|\/lxc\.payload/;

/**
 * Whether this process runs in a container. Checks, in this order: the variable `container` of the first process
 * (systemd's container interface), the control group of the first process, Podman's marker, and Docker's marker or an
 * overlay root file system. One of the last two alone also occurs on machines (images made from a container's, live
 * media), so it counts only if the kernel's own threads are not visible.
 */
export async function detectContainer({ files, notes }: Scan, rootFilesystem: string | undefined): Promise<boolean> {
  const readOrUndefined = (path: string) => readIfPresent(files, path).catch(() => undefined);
  const environment = (await readOrUndefined("/proc/1/environ"))?.split("\0") ?? [];
  if (environment.some((line) => /^container=./.test(line) && line !== "container=wsl")) return true;
  if (CONTAINER_CGROUP.test((await readOrUndefined("/proc/1/cgroup")) ?? "")) return true;
  if ((await readOrUndefined("/run/.containerenv")) !== undefined) return true;
  const marker = (await readOrUndefined("/.dockerenv")) !== undefined;
  const layered = rootFilesystem === "overlay";
  if (!marker && !layered) return false;
  const seesKernelThreads = (await readOrUndefined("/proc/2/comm"))?.trim() === "kthreadd";
  if (!seesKernelThreads || (marker && layered)) return true;
  if (marker) notes.add("device_type: /.dockerenv exists, but so do the kernel's own threads: no container");
  return false;
}

/** Whether the kernel runs under a hypervisor. A Xen control domain has the flag and is the machine itself. */
export async function detectVirtual({ files, os }: Scan, cpu: CpuInfo, board: Board): Promise<boolean> {
  const xen = await readIfPresent(files, "/proc/xen/capabilities").catch(() => undefined);
  if (xen?.includes("control_d")) return false;
  if (cpu.hypervisor || looksVirtual(board.manufacturer, board.model)) return true;
  if ((await readIfPresent(files, "/sys/hypervisor/type").catch(() => undefined))?.trim() === "xen") return true;
  return /dummy-virt/.test(board.compatible ?? "") || /microsoft.*wsl/i.test(os.release());
}
