import type { Comparison, View } from "./view.ts";

/** CI types that are no machines: an address in their fields is that of the machine on which they run. */
const NON_DEVICE_TYPES = new Set([
  "application",
  "database",
  "service",
  "business_service",
  "software",
  "software_instance",
  "software_family",
]);

export function isDevice(type: string): boolean {
  return !NON_DEVICE_TYPES.has(type);
}

/**
 * Two machines with one strong identifier, a copied image: the names differ, and both have MAC addresses, of which none
 * is common. With less evidence it is one machine, renamed or with another adapter.
 */
export function areClones(c: Comparison): boolean {
  return c.name.is === "differ" && c.mac.is === "differ";
}

/**
 * The source key agrees, but all other known facts differ: an image copied the agent's key, or a scanner assigned a key
 * again. A replaced mainboard alone, with the same name, is still the same host.
 */
export function isKeyCopied(c: Comparison): boolean {
  const hardware = [c.serial.is, c.uuid.is];
  return hardware.includes("differ") && !hardware.includes("agree") && c.name.is === "differ" && c.mac.is !== "agree";
}

/** Why two sides can never be one host: a container reports its host's serial number, UUID, even its name. */
function containerContradiction(a: View, b: View, c: Comparison): string | undefined {
  if (a.container !== b.container) return "one is a container and the other is not";
  if (a.container && c.name.is === "differ") return "containers of different names";
  if (a.container && c.sourceKey.is === "differ") return "containers that their scanner tells apart";
  return undefined;
}

/** Why a host and a CI, of which one is a container, cannot be the same. Undefined without a contradiction. */
export function containerConflict(host: View, ci: View, c: Comparison): string | undefined {
  const contradiction = containerContradiction(host, ci, c);
  if (contradiction !== undefined || !host.container) return contradiction;
  const bothNameless = host.hostnames.size === 0 && ci.hostnames.size === 0;
  const named = c.name.is === "agree" || bothNameless || c.sourceKey.is === "agree";
  return named ? undefined : "a container without a name";
}

/** Why two CIs must stay two, although a host matches both. Undefined without a contradiction. */
export function reasonToKeepApart(a: View, b: View, c: Comparison): string | undefined {
  if (areClones(c)) return "different host names and no common MAC address";
  if (c.serial.is === "differ") return "different serial numbers";
  if (c.uuid.is === "differ") return "different hardware UUIDs";
  return containerContradiction(a, b, c);
}

/** Most CIs compared pairwise to find docking stations. */
const MAX_CARRIERS = 16;

/**
 * The MAC addresses of a host that belong to a docking station: two CIs of different names carry the address, and each
 * has further adapters that the other lacks.
 */
export function sharedAmong(macs: ReadonlySet<string>, views: readonly View[]): Set<string> {
  const carriers = views.filter((view) => [...view.globalMacs].some((mac) => macs.has(mac))).slice(0, MAX_CARRIERS);
  const shared = new Set<string>();
  for (const [i, a] of carriers.entries()) {
    for (const b of carriers.slice(i + 1)) {
      if (!sharesAnAdapter(a, b)) continue;
      for (const mac of a.globalMacs) if (macs.has(mac) && b.globalMacs.has(mac)) shared.add(mac);
    }
  }
  return shared;
}

/** Whether the names are known and differ, and each side has an adapter that the other lacks. */
function sharesAnAdapter(a: View, b: View): boolean {
  if (a.hostnames.size === 0 || b.hostnames.size === 0) return false;
  return [...a.hostnames].every((name) => !b.hostnames.has(name)) && !oneHoldsAll(a.globalMacs, b.globalMacs);
}

/** Whether all adapters of one side are among the other's. */
export function oneHoldsAll(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].every((mac) => b.has(mac)) || [...b].every((mac) => a.has(mac));
}
