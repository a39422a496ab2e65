import { describe, expect, it } from "vitest";
import { collected, ports, type RecordedHost, recordedOs } from "./recorded-host.ts";

const ROOT_DISK = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n";
const ROOT_OVERLAY = "1 0 0:50 / / rw - overlay overlay rw\n";
const OWN_KERNEL = { "/proc/2/comm": "kthreadd\n" };

const kind = async (files: Record<string, string>, release = "6.1.0") => {
  const entries = Object.entries(files).map(([path, text]) => [path, { bytes: Buffer.from(text) }] as const);
  const host: RecordedHost = { entries: new Map(entries), commands: new Map() };
  const { host: report } = await collected(ports(host, recordedOs({ hostname: "web01", release })));
  return [report.device_type, report.hardware?.virtual];
};

describe("detectContainer", () => {
  it.each<[string, Record<string, string>]>([
    ["the manager's variable", { "/proc/1/environ": "PATH=/bin\0container=lxc\0" }],
    ["a control group of Docker", { "/proc/1/cgroup": "0::/docker/0123abcd\n" }],
    ["a control group of systemd's form", { "/proc/1/cgroup": "0::/system.slice/docker-0123.scope\n" }],
    ["Podman's marker", { "/run/.containerenv": "" }],
    ["Docker's marker on an overlay", { "/.dockerenv": "", "/proc/self/mountinfo": ROOT_OVERLAY }],
    ["Docker's marker without the kernel's threads", { "/.dockerenv": "", "/proc/self/mountinfo": ROOT_DISK }],
    ["an overlay without the kernel's threads", { "/proc/self/mountinfo": ROOT_OVERLAY, "/proc/2/comm": "sh\n" }],
  ])("detects them by %s", async (_, files) => {
    expect(await kind(files)).toEqual(["container", true]);
  });

  it.each<[string, Record<string, string>]>([
    [
      "a machine made from an image, with its marker",
      { "/.dockerenv": "", "/proc/self/mountinfo": ROOT_DISK, ...OWN_KERNEL },
    ],
    ["a host that runs containers", { "/proc/1/cgroup": "0::/init.scope\n", "/proc/self/mountinfo": ROOT_DISK }],
    ["a live system", { "/proc/self/mountinfo": ROOT_OVERLAY, ...OWN_KERNEL }],
  ])("does not report %s", async (_, files) => {
    expect(await kind(files)).toEqual(["server", false]);
  });
});

describe("detectVirtual", () => {
  const DMI = "/sys/class/dmi/id";
  it.each<[string, Record<string, string>]>([
    ["the processor's flag", { "/proc/cpuinfo": "processor : 0\nflags : fpu hypervisor\n" }],
    ["the maker", { [`${DMI}/sys_vendor`]: "QEMU\n", [`${DMI}/product_name`]: "Standard PC\n" }],
    ["Xen's type", { "/sys/hypervisor/type": "xen\n" }],
    ["the device tree", { "/proc/device-tree/compatible": "linux,dummy-virt\0" }],
  ])("detects them by %s", async (_, files) => {
    expect(await kind(files)).toEqual(["virtual_machine", true]);
  });
  it("detects WSL by its kernel", async () => {
    expect(await kind({}, "5.15.153.1-microsoft-standard-WSL2")).toEqual(["virtual_machine", true]);
  });
  it("does not report Xen's control domain or notebooks", async () => {
    const flag = { "/proc/cpuinfo": "processor : 0\nflags : hypervisor\n" };
    expect(await kind({ ...flag, "/proc/xen/capabilities": "control_d\n" })).toEqual(["server", false]);
    expect(await kind({ [`${DMI}/sys_vendor`]: "Example\n", [`${DMI}/chassis_type`]: "10\n" })).toEqual([
      "workstation",
      false,
    ]);
  });
});
