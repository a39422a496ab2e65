import { z } from "@hono/zod-openapi";
import {
  type Disk,
  type Hardware,
  type Host,
  type InstalledApplication,
  type NetworkAdapter,
  type NetworkConnection,
  type OperatingSystem,
  type ProcessRecord,
  RECORD_KINDS,
  type Submission,
  type UserAccount,
} from "../../model/host.ts";
import { instantOf } from "./formats/time.ts";

/** One host of a submission. Unknown fields of the scanner are present at run time and kept only in the raw record. */
export type DiscoveredHost = Host;

/** A validated submission; `timestamp` has milliseconds. */
export type ScanSubmission = Submission<DiscoveredHost>;

/** Most hosts of one submission. */
export const MAX_HOSTS = 5_000;

/** Most characters of a text, by kind of text. Longer texts are refused. */
export const TEXT_LIMITS = { address: 256, name: 1_024, program: 10_000, text: 4_096, commandLine: 131_072 } as const;

/** Most entries of a host's lists. */
export const LIST_LIMITS = {
  ip_addresses: 10_000,
  mac_addresses: 10_000,
  open_ports: 131_072,
  disks: 10_000,
  user_accounts: 50_000,
  network_adapters: 10_000,
  processes: 50_000,
  network_connections: 100_000,
  installed_applications: 50_000,
} as const;

// Scanners send null or omit a field that they do not know: both mean absent.
const address = z.string().max(TEXT_LIMITS.address).nullish();
const name = z.string().max(TEXT_LIMITS.name).nullish();
const text = z.string().max(TEXT_LIMITS.text).nullish();
const commandLine = z.string().max(TEXT_LIMITS.commandLine).nullish();
const number = z.number().nullish();
const size = z.number().nonnegative().nullish();
const flag = z.boolean().nullish();
const port = z.int().min(0).max(65_535);
const addresses = (most: number) => z.array(z.string().max(TEXT_LIMITS.address)).max(most).nullish();

/** A shape as scanners send it: any field may be null. */
type WithNulls<T> = T extends readonly (infer Item)[]
  ? WithNulls<Item>[]
  : T extends object
    ? { [K in keyof T]?: WithNulls<T[K]> | null | undefined }
    : T;

/** A schema for each field of a shape. */
type Checks<T> = { [K in keyof Required<T>]: z.ZodType<WithNulls<T[K]> | null | undefined> };

const operatingSystem = z.object({
  name,
  version: name,
  family: name,
  architecture: name,
  kernel: text,
} satisfies Checks<OperatingSystem>);

const hardware = z.object({
  manufacturer: name,
  model: name,
  serial_number: name,
  uuid: name,
  cpu_model: name,
  cpu_cores: z.int().nonnegative().nullish(),
  memory_gb: size,
  disk_gb: size,
  virtual: flag,
} satisfies Checks<Hardware>);

const disk = z.object({
  name: text,
  mount_point: text,
  filesystem: name,
  size_gb: size,
  free_gb: number,
} satisfies Checks<Disk>);

const userAccount = z.object({
  name,
  /** A number on Unix; Windows scanners send the SID or its last part. */
  uid: z.union([z.number(), z.string().max(TEXT_LIMITS.name)]).nullish(),
  home: text,
  shell: text,
  admin: flag,
  last_login: name,
} satisfies Checks<UserAccount>);

const networkAdapter = z.object({
  name,
  mac_address: address,
  ip_addresses: addresses(LIST_LIMITS.ip_addresses),
  speed_mbps: number,
  up: flag,
} satisfies Checks<NetworkAdapter>);

const processRecord = z.object({
  pid: z.int().nullish(),
  name: text,
  command_line: commandLine,
  user: name,
  cpu_percent: number,
  memory_mb: number,
  started_at: name,
} satisfies Checks<ProcessRecord>);

const networkConnection = z.object({
  protocol: name,
  local_address: address,
  local_port: port.nullish(),
  remote_address: address,
  remote_port: port.nullish(),
  state: name,
  pid: z.int().nullish(),
  process_name: text,
} satisfies Checks<NetworkConnection>);

const installedApplication = z.object({
  // Installers write names of any length: one odd name must not refuse a submission of thousands of hosts.
  name: z.string().max(TEXT_LIMITS.program).nullish(),
  vendor: name,
  version: name,
  architecture: name,
  install_date: name,
  install_location: text,
  cpe_name: name,
  platform: name,
} satisfies Checks<InstalledApplication>);

const list = <T extends z.ZodType>(record: T, most: number) => z.array(record).max(most).nullish();

/** The schema of a host. Its objects are loose, so that unknown fields stay in the raw record. */
const host = z.object({
  host_id: name,
  hostname: name,
  fqdn: name,
  ip_address: address,
  ip_addresses: addresses(LIST_LIMITS.ip_addresses),
  mac_address: address,
  mac_addresses: addresses(LIST_LIMITS.mac_addresses),
  open_ports: z.array(port).max(LIST_LIMITS.open_ports).nullish(),
  os_guess: text,
  device_type: name,
  os: operatingSystem.loose().nullish(),
  hardware: hardware.loose().nullish(),
  disks: list(disk.loose(), LIST_LIMITS.disks),
  user_accounts: list(userAccount.loose(), LIST_LIMITS.user_accounts),
  network_adapters: list(networkAdapter.loose(), LIST_LIMITS.network_adapters),
  processes: list(processRecord.loose(), LIST_LIMITS.processes),
  network_connections: list(networkConnection.loose(), LIST_LIMITS.network_connections),
  installed_applications: list(installedApplication.loose(), LIST_LIMITS.installed_applications),
} satisfies Checks<Host>);

/** Checks types and sizes only: a malformed address is accepted as text, and null becomes absent. */
export const discoveredHostSchema = host
  .loose()
  .openapi("Host")
  .transform((parsed): DiscoveredHost => {
    const known = withoutNulls(parsed) as DiscoveredHost;
    if (known.os) known.os = withoutNulls(known.os);
    if (known.hardware) known.hardware = withoutNulls(known.hardware);
    for (const kind of RECORD_KINDS) {
      const records: object[] | undefined = known[kind];
      if (records) for (let i = 0; i < records.length; i++) records[i] = withoutNulls(records[i] as object);
    }
    return known;
  });

const timestamp = z
  .string()
  .max(64)
  .refine((text) => instantOf(text) !== undefined, {
    error: "must be a date and time in ISO 8601 with its zone, e.g. 2026-01-31T08:00:00Z",
  })
  .transform((text) => new Date(instantOf(text) ?? Number.NaN).toISOString())
  .openapi({ format: "date-time" });

/** The fields around the hosts; the hosts are checked one by one. */
export const submissionFields = {
  scan_type: z.string().min(1).max(64),
  scanner_id: z.string().min(1).max(255),
  timestamp,
};

/**
 * A scan submission in Orrery's own format. The schema reports every fault; for a body of unknown size use
 * `readSubmission`, which stops early.
 */
export const scanSubmissionSchema = z.strictObject({
  ...submissionFields,
  data: z.looseObject({ discovered_hosts: z.array(discoveredHostSchema).max(MAX_HOSTS) }),
});

/** Returns the same object if no field is null, else a copy without nulls. Deleting in place or using entries takes twice as long. */
function withoutNulls<T extends object>(fields: T): T {
  const keys = Object.keys(fields) as (keyof T & string)[];
  if (!keys.some((key) => fields[key] == null)) return fields;
  const copy = {} as T;
  for (const key of keys) if (fields[key] != null) copy[key] = fields[key];
  return copy;
}
