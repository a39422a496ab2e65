import { canonicalType } from "../../../model/ci-types.ts";
import type { Noun, Target } from "./meaning.ts";
import { singulars } from "./words.ts";

/** Types that people speak of, whether or not a tenant has CIs of them. */
const COMMON_TYPES = new Set(
  (
    "server virtual_machine application database container network_device storage load_balancer printer workstation " +
    "firewall router switch laptop cluster hypervisor"
  ).split(" "),
);

/** Other words for a type. */
const SYNONYMS: Record<string, string> = {
  vm: "virtual_machine",
  virtual_server: "virtual_machine",
  virtual_host: "virtual_machine",
  app: "application",
  db: "database",
  host: "server",
  box: "server",
  machine: "server",
  physical_server: "server",
  pc: "workstation",
  desktop: "workstation",
  lb: "load_balancer",
  storage_device: "storage",
  storage_system: "storage",
  storage_array: "storage",
  network_gear: "network_device",
  network_switch: "network_device",
  switch: "network_device",
  router: "network_device",
};

/** Words for things that are not a kind of CI. */
const TARGETS: Record<string, Target> = {
  business_service: "service",
  service: "service",
  event: "event",
  alert: "event",
  alarm: "event",
  incident: "incident",
  scan: "scan",
  discovery_scan: "scan",
  relationship: "relationship",
  software: "software",
  program: "software",
  software_product: "software",
  software_package: "software",
  package: "software",
  installation: "software",
  software_installation: "software",
  change: "history",
  vulnerability: "vulnerability",
  security_vulnerability: "vulnerability",
  known_vulnerability: "vulnerability",
  software_vulnerability: "vulnerability",
  cve: "vulnerability",
  security_hole: "vulnerability",
  security_flaw: "vulnerability",
  modification: "history",
};

const ANY = new Set(
  "ci configuration_item item asset thing resource everything anything all_ci cmdb_entry entry component".split(" "),
);

export const LONGEST_NOUN = 4;

/** What words mean as a noun; undefined for none. Words are in lower case. */
export function nounOf(words: readonly string[], types: readonly string[]): Noun | undefined {
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const start = words.slice(0, -1);
  const text = words.join(" ");
  const forms = singulars(last).map((form) => canonicalType([...start, form].join("_")));
  for (const form of forms) {
    if (types.includes(form) && TARGETS[form] === undefined) return { target: "ci", types: [form], text };
  }
  for (const form of forms) {
    if (ANY.has(form)) return { target: "ci", types: [], text };
    if (Object.hasOwn(TARGETS, form)) return { target: TARGETS[form]!, types: [], text };
    if (Object.hasOwn(SYNONYMS, form)) return { target: "ci", types: [SYNONYMS[form]!], text };
    if (COMMON_TYPES.has(form)) return { target: "ci", types: [form], text };
  }
  return byLastWord(forms, types, text);
}

/** `pumps` for the only type whose last word it is, `infusion_pump`. */
function byLastWord(forms: readonly string[], types: readonly string[], text: string): Noun | undefined {
  const found = types.filter((type) => forms.some((form) => form.length > 2 && type.endsWith(`_${form}`)));
  return found.length === 1 ? { target: "ci", types: found, text } : undefined;
}
