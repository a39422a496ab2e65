import type { Comparison, View } from "./view.ts";

/** Types of CI that stand for no machine: an address in their fields is that of the machine they run on. */
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
 * Two machines under one strong identifier, a copied image: the names differ, and both have MAC addresses of which none
 * is common. With less than that it is one machine, renamed or with another adapter.
 */
export function areClones(c: Comparison): boolean {
  return c.name.is === "differ" && c.mac.is === "differ";
}

/**
 * The scanner's key agrees, and everything else that is known says another machine: an agent's key went along with an
 * image, or a scanner gave a key anew. A replaced mainboard alone, with the name kept, is still the same host.
 */
export function isKeyCopied(c: Comparison): boolean {
  const hardware = [c.serial.is, c.uuid.is];
  return hardware.includes("differ") && !hardware.includes("agree") && c.name.is === "differ" && c.mac.is !== "agree";
}

/** Why two sides can never be one, whatever agrees: a container sees its host's serial number, UUID, even its name. */
function containerContradiction(a: View, b: View, c: Comparison): string | undefined {
  if (a.container !== b.container) return "one is a container and the other is not";
  if (a.container && c.name.is === "differ") return "containers of different names";
  if (a.container && c.sourceKey.is === "differ") return "containers that their scanner tells apart";
  return undefined;
}

/** Why a sighting and a CI of which one is a container can not be one. Undefined where nothing stands against it. */
export function containerConflict(host: View, ci: View, c: Comparison): string | undefined {
  const contradiction = containerContradiction(host, ci, c);
  if (contradiction !== undefined || !host.container) return contradiction;
  const bothNameless = host.hostnames.size === 0 && ci.hostnames.size === 0;
  const named = c.name.is === "agree" || bothNameless || c.sourceKey.is === "agree";
  return named ? undefined : "a container without a name";
}

/** Why two CIs must not be taken for one, although a sighting matches both. Undefined where nothing stands against it. */
export function reasonToKeepApart(a: View, b: View, c: Comparison): string | undefined {
  if (areClones(c)) return "different host names and no common MAC address";
  if (c.serial.is === "differ") return "different serial numbers";
  if (c.uuid.is === "differ") return "different hardware UUIDs";
  return containerContradiction(a, b, c);
}

/** Most CIs that are compared with each other to find docking stations. */
const MAX_CARRIERS = 16;

/**
 * MAC addresses of a sighting that turn out to be a docking station's: two CIs of different names carry it, and each has
 * further adapters of its own that the other has not.
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

/** Names known and different, and on each side an adapter that the other has not. */
function sharesAnAdapter(a: View, b: View): boolean {
  if (a.hostnames.size === 0 || b.hostnames.size === 0) return false;
  return [...a.hostnames].every((name) => !b.hostnames.has(name)) && !oneHoldsAll(a.globalMacs, b.globalMacs);
}

/** Whether all adapters of one side are among the other's. */
export function oneHoldsAll(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].every((mac) => b.has(mac)) || [...b].every((mac) => a.has(mac));
}
