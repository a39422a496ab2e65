import type { components } from "../../api/v1";
import type { Ci } from "./ci-queries";
import { differences } from "./flatten";
import type { CiStatus } from "./list-search";

export type Part = "attributes" | "custom_fields";
export type NewCi = components["schemas"]["NewCI"];

/** A value as it is typed. */
export interface DraftValue {
  /** Of the row, while the key is being typed. */
  row: string;
  part: Part;
  key: string;
  text: string;
}

export interface Draft {
  name: string;
  type: string;
  status: CiStatus;
  description: string;
  values: readonly DraftValue[];
}

/** Keys that are usual for a type: offered, never demanded. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  server: ["ip_address", "os", "serial_number", "cpu_cores", "memory_gb", "disk_gb", "redundancy_group"],
  virtual_machine: ["ip_address", "os", "cpu_cores", "memory_gb", "disk_gb", "redundancy_group"],
  network_device: ["ip_address", "vendor", "model", "serial_number", "firmware", "redundancy_group"],
  load_balancer: ["ip_address", "product", "redundancy_group"],
  database: ["product", "version", "port", "redundancy_group"],
  application: ["product", "version", "owner", "redundancy_group"],
  service: ["url", "provider", "owner"],
  container: ["image", "product"],
  storage: ["vendor", "model", "capacity_gb", "serial_number"],
  message_queue: ["product", "version", "port"],
  business_service: ["criticality"],
  site: ["address"],
  rack: ["location", "height_units"],
};

export function usualKeys(type: string): readonly string[] {
  return USUAL[canonical(type)] ?? ["ip_address", "version", "vendor", "owner"];
}

export const typesWithFields = Object.keys(USUAL);

export function emptyDraft(type: string): Draft {
  const values = usualKeys(type).map((key) => ({ row: key, part: "attributes" as const, key, text: "" }));
  return { name: "", type, status: "active", description: "", values };
}

export function draftOf(ci: Ci): Draft {
  const given = (["attributes", "custom_fields"] as const).flatMap((part) =>
    Object.entries(ci[part]).map(([key, value]) => ({ row: `${part}.${key}`, part, key, text: written(value) })),
  );
  const missing = usualKeys(ci.type).filter((key) => !(key in ci.attributes));
  const usual = missing.map((key) => ({ row: `usual.${key}`, part: "attributes" as const, key, text: "" }));
  return {
    name: ci.name,
    type: ci.type,
    status: ci.status,
    description: ci.description ?? "",
    values: [...given, ...usual],
  };
}

/** What the service is sent: only what the draft changes, so that other values stay whoever sets them meanwhile. */
export function patchOf(base: Ci, draft: Draft): Partial<NewCi> {
  const parts = (["attributes", "custom_fields"] as const).map((part) => [part, partPatch(base, draft, part)] as const);
  const description = draft.description.trim() || null;
  return {
    ...(draft.name.trim() !== base.name && { name: draft.name.trim() }),
    ...(draft.type !== base.type && { type: draft.type }),
    ...(draft.status !== base.status && { status: draft.status }),
    ...(description !== base.description && { description }),
    ...Object.fromEntries(parts.filter(([, patch]) => Object.keys(patch).length > 0)),
  };
}

export function newCiOf(draft: Draft): NewCi {
  const { attributes, custom_fields } = partsOf(draft);
  const description = draft.description.trim();
  return {
    name: draft.name.trim(),
    type: draft.type,
    status: draft.status,
    attributes,
    custom_fields,
    ...(description && { description }),
  };
}

function partPatch(base: Ci, draft: Draft, part: Part): Record<string, unknown> {
  const next = partsOf(draft)[part];
  const removed = Object.keys(base[part]).filter((key) => !(key in next));
  const changed = Object.entries(next).filter(([key, value]) => written(base[part][key]) !== written(value));
  return Object.fromEntries([...removed.map((key) => [key, null]), ...changed]);
}

function partsOf({ values }: Draft): Record<Part, Record<string, unknown>> {
  const parts = { attributes: {}, custom_fields: {} } as Record<Part, Record<string, unknown>>;
  for (const { part, key, text } of values) if (key.trim() && text.trim()) parts[part][key.trim()] = read(text.trim());
  return parts;
}

/** Numbers, yes or no, lists and objects keep their kind; quotes make a text of what looks like one. */
function written(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  return typeof read(value) === "string" && !value.startsWith('"') ? value : JSON.stringify(value);
}

function read(text: string): unknown {
  if (!/^(-?\d|true$|false$|[[{"])/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What somebody else changed since the form was opened. */
export function changesSince(base: Ci, current: Ci) {
  return differences({ ...base }, { ...current });
}

function canonical(type: string): string {
  return type
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");
}
