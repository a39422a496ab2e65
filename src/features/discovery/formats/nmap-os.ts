import type { OperatingSystem } from "../../../model/host.ts";
import { TEXT_LIMITS } from "../host.model.ts";
import { clip, present } from "./values.ts";
import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/** From here on a guess counts as knowledge of the operating system, not only as a guess. */
const CERTAIN_ACCURACY = 90;

/** What Nmap took a host for. */
export interface OsGuess {
  os_guess?: string;
  /** In percent, as Nmap says it. */
  os_accuracy?: number;
  os?: OperatingSystem;
  device_type?: string;
}

const FAMILIES: readonly [RegExp, string][] = [
  [/^linux$/i, "linux"],
  [/^windows/i, "windows"],
  [/^(mac os x|macos)$/i, "macos"],
];

/** Nmap's kinds of devices (its `osclass` types) by what they are here; the others say nothing of that. */
const DEVICE_TYPES: ReadonlyMap<string, string> = new Map([
  ...["router", "broadband router", "switch", "wap", "firewall", "bridge", "hub", "load balancer", "proxy server"].map(
    (type): [string, string] => [type, "network_device"],
  ),
  ["printer", "printer"],
  ["print server", "printer"],
  ["storage-misc", "storage"],
]);

/**
 * The best match of operating system detection. Matches of equal rank and the classes of one match often contradict
 * each other: what they do not agree on stays open, and only the guess names the first of them.
 */
export function osGuess(host: XmlElement): OsGuess {
  const os = childOf(host, "os");
  const matches = mostAccurate(childrenOf(os, "osmatch"));
  const inside = matches.flatMap((match) => mostAccurate(childrenOf(match, "osclass")));
  const classes = inside.length > 0 ? inside : classesBeside(childrenOf(os, "osclass"), matches[0]);
  const accuracy = accuracyOf(matches[0] ?? classes[0]);
  const name = matches[0]?.attributes.get("name")?.trim();
  return present<OsGuess>({
    os_guess: name ? clip(name, TEXT_LIMITS.text) : undefined,
    os_accuracy: name ? accuracy : undefined,
    ...(accuracy >= CERTAIN_ACCURACY ? sureOf(matches, classes) : {}),
  });
}

/** Reports before version 1.04 list the classes beside the matches, tied to them by their accuracy alone. */
function classesBeside(classes: readonly XmlElement[], match: XmlElement | undefined): XmlElement[] {
  return match ? classes.filter((c) => accuracyOf(c) === accuracyOf(match)) : mostAccurate(classes);
}

function mostAccurate(elements: readonly XmlElement[]): XmlElement[] {
  const most = elements.reduce((best, element) => Math.max(best, accuracyOf(element)), 0);
  return elements.filter((element) => accuracyOf(element) === most);
}

function sureOf(matches: readonly XmlElement[], classes: readonly XmlElement[]): Pick<OsGuess, "os" | "device_type"> {
  const family = agreed(classes.map((c) => c.attributes.get("osfamily")));
  const os = present<OperatingSystem>({
    name: agreed(matches.map((match) => match.attributes.get("name")?.trim())),
    family: family && familyOf(family),
    version: agreed(classes.map((c) => c.attributes.get("osgen"))),
  });
  return present<Pick<OsGuess, "os" | "device_type">>({
    os: Object.keys(os).length > 0 ? os : undefined,
    device_type: agreed(classes.map((c) => DEVICE_TYPES.get((c.attributes.get("type") ?? "").toLowerCase()))),
  });
}

function familyOf(family: string): string | undefined {
  if (/^embedded$/i.test(family)) return undefined;
  return FAMILIES.find(([pattern]) => pattern.test(family))?.[1] ?? "other";
}

/** The value that all have. */
function agreed(values: readonly (string | undefined)[]): string | undefined {
  const [first] = values;
  return first && first.length <= TEXT_LIMITS.name && values.every((value) => value === first) ? first : undefined;
}

function accuracyOf(element: XmlElement | undefined): number {
  const accuracy = Number(element?.attributes.get("accuracy"));
  return Number.isInteger(accuracy) && accuracy >= 0 && accuracy <= 100 ? accuracy : 0;
}
