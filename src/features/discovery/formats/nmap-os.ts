import type { OperatingSystem } from "../../../model/host.ts";
import { childOf, childrenOf, type XmlElement } from "../../../platform/xml/index.ts";
import { TEXT_LIMITS } from "../host.model.ts";
import { clip, definedFields } from "./values.ts";

/** Accuracy in percent from which a guess fills `os`, not only `os_guess`. */
const CERTAIN_ACCURACY = 90;

/** Nmap's guess of a host's operating system and kind of device. */
export interface OsGuess {
  os_guess?: string;
  /** Nmap's accuracy in percent. */
  os_accuracy?: number;
  os?: OperatingSystem;
  device_type?: string;
}

const FAMILIES: readonly [RegExp, string][] = [
  [/^linux$/i, "linux"],
  [/^windows/i, "windows"],
  [/^(mac os x|macos)$/i, "macos"],
];

/** Kinds of devices by Nmap's `osclass` type; other types have no counterpart. */
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
 * each other: fields on which they differ stay absent, and only `os_guess` names the first match.
 */
export function osGuess(host: XmlElement): OsGuess {
  const os = childOf(host, "os");
  const matches = mostAccurate(childrenOf(os, "osmatch"));
  const nestedClasses = matches.flatMap((match) => mostAccurate(childrenOf(match, "osclass")));
  const classes = nestedClasses.length > 0 ? nestedClasses : classesBeside(childrenOf(os, "osclass"), matches[0]);
  const accuracy = accuracyOf(matches[0] ?? classes[0]);
  const name = matches[0]?.attributes.get("name")?.trim();
  return definedFields<OsGuess>({
    os_guess: name ? clip(name, TEXT_LIMITS.text) : undefined,
    os_accuracy: name ? accuracy : undefined,
    ...(accuracy >= CERTAIN_ACCURACY ? sureOf(matches, classes) : {}),
  });
}

/** Reports before version 1.04 list the classes beside the matches; only the accuracy relates them. */
function classesBeside(classes: readonly XmlElement[], match: XmlElement | undefined): XmlElement[] {
  return match ? classes.filter((c) => accuracyOf(c) === accuracyOf(match)) : mostAccurate(classes);
}

function mostAccurate(elements: readonly XmlElement[]): XmlElement[] {
  const most = elements.reduce((best, element) => Math.max(best, accuracyOf(element)), 0);
  return elements.filter((element) => accuracyOf(element) === most);
}

function sureOf(matches: readonly XmlElement[], classes: readonly XmlElement[]): Pick<OsGuess, "os" | "device_type"> {
  const family = agreed(classes.map((c) => c.attributes.get("osfamily")));
  const os = definedFields<OperatingSystem>({
    name: agreed(matches.map((match) => match.attributes.get("name")?.trim())),
    family: family && familyOf(family),
    version: agreed(classes.map((c) => c.attributes.get("osgen"))),
  });
  return definedFields<Pick<OsGuess, "os" | "device_type">>({
    os: Object.keys(os).length > 0 ? os : undefined,
    device_type: agreed(classes.map((c) => DEVICE_TYPES.get((c.attributes.get("type") ?? "").toLowerCase()))),
  });
}

function familyOf(family: string): string | undefined {
  if (/^embedded$/i.test(family)) return undefined;
  return FAMILIES.find(([pattern]) => pattern.test(family))?.[1] ?? "other";
}

/** The value on which all agree, else undefined. */
function agreed(values: readonly (string | undefined)[]): string | undefined {
  const [first] = values;
  return first && first.length <= TEXT_LIMITS.name && values.every((value) => value === first) ? first : undefined;
}

function accuracyOf(element: XmlElement | undefined): number {
  const accuracy = Number(element?.attributes.get("accuracy"));
  return Number.isInteger(accuracy) && accuracy >= 0 && accuracy <= 100 ? accuracy : 0;
}
