import type { InstalledApplication } from "../../../model/host.ts";
import { type ProgramName, SOFTWARE_PLATFORMS, type SoftwarePlatform } from "../../software/index.ts";
import type { DiscoveredHost } from "../host.model.ts";
import { osFamilyOf } from "../identity/index.ts";

const DEB = /\b(?:debian|ubuntu|linuxmint|kali|raspbian|proxmox)\b/;
const RPM = /\b(?:red ?hat|rhel|centos|fedora|suse|sles|opensuse|rocky|almalinux|oracle linux|amazon linux|photon)\b/;

/** The platform that names a host's installed applications, derived from its operating system. */
export function platformOf({ os, os_guess }: DiscoveredHost): SoftwarePlatform | undefined {
  const family = osFamilyOf(os?.family, os?.name, os_guess);
  if (family === "windows") return "windows_program";
  if (family === "macos") return "macos_app";
  const name = `${os?.name ?? ""} ${os_guess ?? ""}`.slice(0, 512).toLowerCase();
  if (DEB.test(name)) return "deb";
  return RPM.test(name) ? "rpm" : undefined;
}

/** The program of an installation; `system` is the platform of its host. */
export function programOf(
  { name, vendor, version, cpe_name, platform }: InstalledApplication & { name: string },
  system: SoftwarePlatform | undefined,
): ProgramName {
  const own = SOFTWARE_PLATFORMS.find((known) => known === platform);
  return { name, vendor, version, platform: own ?? system, cpeName: cpe_name };
}
