import { isPublicAddress } from "../../../model/ip-ranges.ts";
import { isObject } from "../../../model/json.ts";
import { derivedId } from "../../../platform/ids.ts";
import { productKeys } from "../matching/index.ts";
import type { InstalledRow } from "./exposure.graph.store.ts";

type Fields = Record<string, unknown>;

/** A server as matching and priority see it. */
export interface HostRow {
  id: string;
  name: string;
  osName: string | null;
  osVersion: string | null;
  arch: string | null;
  /** Number of listening ports. */
  ports: number;
  isPublic: boolean;
}

/** An installed program as it is matched, without its companions. */
export interface InstanceRow {
  id: string;
  name: string;
  server: HostRow | null;
  softwareId: string | null;
  productKey: string;
  cpeName: string;
  version: string | null;
  kind: string;
  /** Name of a deb or rpm package. */
  package: string | null;
}

/** Another program on the same server. */
export interface Companion {
  cpeName: string;
  version: string | null;
  kind: string;
}

/** A program as it is matched: instances that do not differ in this share their findings. */
export interface Profile {
  id: string;
  productKey: string;
  cpeName: string;
  version: string | null;
  kind: string;
  package: string | null;
  osName: string | null;
  osVersion: string | null;
  arch: string | null;
  others: Companion[];
}

/** Sources whose instances need no server: a person or a file named them. A scanned one without a server is gone. */
const WITHOUT_SERVER = new Set(["human", "import"]);

/** The installed program; undefined if it is none, is not installed, or has no CPE name. */
export function instanceOf({ ci, servers: [server] }: InstalledRow): InstanceRow | undefined {
  if (ci.type !== "software_instance" || ci.status === "inactive") return undefined;
  if (!server && !WITHOUT_SERVER.has(ci.source ?? "human")) return undefined;
  const attributes = JSON.parse(ci.attributes) as Fields;
  const cpeName = isObject(attributes.cpe) ? textOf(attributes.cpe.name) : null;
  const productKey = cpeName === null ? "" : productKeys(cpeName);
  if (cpeName === null || productKey === "") return undefined;
  const kind = textOf(attributes.platform) ?? "other";
  return {
    id: ci.id,
    name: ci.name,
    server: server ? hostOf(server) : null,
    softwareId: textOf(attributes.software_id),
    productKey,
    cpeName,
    version: textOf(attributes.version),
    kind,
    package: kind === "deb" || kind === "rpm" ? ci.name : null,
  };
}

export function hostOf({ id, name, attributes, customFields }: InstalledRow["servers"][number]): HostRow {
  const custom = JSON.parse(customFields) as Fields;
  const plain = JSON.parse(attributes) as Fields;
  const os = isObject(custom.os) ? custom.os : {};
  const addresses = [custom.all_ip_addresses, custom.ip_address, plain.ip_address]
    .flat()
    .filter((one) => typeof one === "string");
  return {
    id,
    name,
    osName: textOf(os.name) ?? textOf(plain.os),
    osVersion: textOf(os.version),
    arch: textOf(os.architecture),
    ports: Array.isArray(custom.open_ports) ? custom.open_ports.length : 0,
    isPublic: addresses.some(isPublicAddress),
  };
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 1_000) : null;
}

/** The profile of an instance with these companions. */
export function profileOf(tenantId: string, instance: InstanceRow, companions: readonly Companion[]): Profile {
  const { productKey, cpeName, version, kind, server } = instance;
  const others = [...companions].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const profile = {
    ...{ productKey, cpeName, version, kind, package: instance.package, others },
    ...{ osName: server?.osName ?? null, osVersion: server?.osVersion ?? null, arch: server?.arch ?? null },
  };
  return { id: derivedId("exposure profile", tenantId, JSON.stringify(profile)), ...profile };
}

const orderOf = ({ cpeName, version, kind }: Companion) => JSON.stringify([cpeName, version, kind]);
