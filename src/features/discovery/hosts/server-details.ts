import type { Hardware } from "../../../model/host.ts";
import { normalizeIp } from "../../../model/identifiers.ts";
import { isObject } from "../../../model/json.ts";
import { isPlaceholderHostLabel, isPlaceholderSerial } from "../../../model/placeholders.ts";
import type { Fields } from "../../ci/index.ts";
import type { DiscoveredHost } from "../host.model.ts";
import type { HostFacts } from "../identity/index.ts";

export interface Details {
  /** The host's own name. */
  name: string | undefined;
  attributes: Fields;
  customFields: Fields;
}

/** A host's report as fields of a Server CI; what it does not report is absent. */
export function detailsOf(host: DiscoveredHost, facts: HostFacts): Details {
  const { os } = host;
  const hardware = host.hardware && nonEmpty(hardwareOf(host.hardware, facts));
  const { cpu_cores, memory_gb, disk_gb, serial_number, manufacturer, model } = hardware ?? {};
  const ip = facts.ips[0];
  const ports = host.open_ports && [...new Set(host.open_ports)].sort((a, b) => a - b);
  const hostname = nameOf(host.hostname);
  const fqdn = nameOf(host.fqdn);
  return {
    name: hostname ?? fqdn,
    attributes: nonEmpty({
      os: os?.name?.trim() ? withVersion(os.name.trim(), os.version?.trim()) : undefined,
      ip_address: ip,
      cpu_cores,
      memory_gb,
      disk_gb,
      serial_number,
      manufacturer,
      model,
    }),
    customFields: nonEmpty({
      hostname: hostname ?? facts.hostname,
      fqdn: fqdn ?? facts.fqdn,
      ip_address: ip,
      all_ip_addresses: [...facts.ips],
      mac_addresses: [...facts.macs],
      open_ports: ports,
      os: os && nonEmpty(pick(os, ["name", "version", "family", "architecture", "kernel"])),
      hardware,
      os_guess: host.os_guess,
      device_type: facts.deviceType,
    }),
  };
}

/** A name by which people know the host: neither an address nor a placeholder such as `localhost`. */
function nameOf(text: string | undefined): string | undefined {
  const name = text?.trim();
  if (!name || normalizeIp(name) !== undefined) return undefined;
  return isPlaceholderHostLabel(name.toLowerCase().split(".")[0] ?? "") ? undefined : name;
}

/** Drops placeholders of board makers, and zero cores or memory, which mean unknown. */
function hardwareOf(hardware: Hardware, facts: HostFacts): Fields {
  const unlessPlaceholder = (text: string | undefined) =>
    text !== undefined && !isPlaceholderSerial(text.toLowerCase().replace(/\s+/g, "")) ? text : undefined;
  return {
    ...pick(hardware, HARDWARE_KEYS),
    serial_number: facts.serial === undefined ? undefined : hardware.serial_number,
    uuid: facts.uuid === undefined ? undefined : hardware.uuid,
    manufacturer: unlessPlaceholder(hardware.manufacturer),
    model: unlessPlaceholder(hardware.model),
    cpu_cores: hardware.cpu_cores || undefined,
    memory_gb: hardware.memory_gb || undefined,
  };
}

const HARDWARE_KEYS = [
  "manufacturer",
  "model",
  "serial_number",
  "uuid",
  "cpu_model",
  "cpu_cores",
  "memory_gb",
  "disk_gb",
  "virtual",
] as const;

function withVersion(name: string, version: string | undefined): string {
  return version && !name.includes(version) ? `${name} ${version}` : name;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** The fields that are not empty, texts trimmed. */
function nonEmpty(fields: Fields): Fields {
  const trimmed = Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? value.trim() : value]);
  return Object.fromEntries(trimmed.filter(([, value]) => !isEmpty(value)));
}

function pick<T extends object>(source: T, keys: readonly (keyof T & string)[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, source[key]]));
}
