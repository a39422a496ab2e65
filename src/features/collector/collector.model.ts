/**
 * What a scan submission holds (section 1 of the interface specification, "Scan submission"), with the further
 * fields that an agent on the host can fill. Every field but the five of the specification is optional: a value
 * that could not be read is left out, never sent as blank, so that it overwrites nothing.
 */
export interface ScanSubmission {
  /** `agent`: one host reports itself. `full` would mean that hosts not listed are gone. */
  scan_type: string;
  scanner_id: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: { discovered_hosts: HostReport[] };
}

export interface HostReport {
  /** Stable id of this installation: a keyed hash of the machine's own id, which itself never leaves the host. */
  host_id?: string;
  hostname: string;
  fqdn?: string;
  /** The address on the adapter of the default route. */
  ip_address?: string;
  /** All addresses but loopback, link-local and those of bridges internal to the host. */
  ip_addresses?: string[];
  mac_address?: string;
  mac_addresses?: string[];
  device_type?: DeviceType;
  /** Ports on which TCP listens on an address other than loopback, ascending. */
  open_ports?: number[];
  os?: OperatingSystem;
  hardware?: Hardware;
  disks?: Disk[];
  user_accounts?: UserAccount[];
  network_adapters?: NetworkAdapter[];
  processes?: ProcessRecord[];
  network_connections?: NetworkConnection[];
  installed_applications?: InstalledApplication[];
}

export type DeviceType = "server" | "workstation" | "virtual_machine" | "container";

export interface OperatingSystem {
  /** e.g. `Debian GNU/Linux`, `macOS`, `Microsoft Windows Server 2022 Standard`. */
  name?: string;
  version?: string;
  family: "linux" | "macos" | "windows" | "other";
  /** As `uname -m` names it: `x86_64`, `aarch64`, ... */
  architecture?: string;
  /** Release of the kernel; on Windows the build number. */
  kernel?: string;
}

export interface Hardware {
  manufacturer?: string;
  model?: string;
  serial_number?: string;
  uuid?: string;
  cpu_model?: string;
  /** Logical processors that are online. */
  cpu_cores?: number;
  /** In units of 2^30 bytes, two decimals. */
  memory_gb?: number;
  /** Sum of the built-in disks, in units of 2^30 bytes, two decimals. */
  disk_gb?: number;
  virtual?: boolean;
}

/** One mounted file system. Sizes in units of 2^30 bytes. */
export interface Disk {
  name: string;
  mount_point: string;
  filesystem?: string;
  size_gb?: number;
  /** What an ordinary user may still fill. */
  free_gb?: number;
}

export interface UserAccount {
  name: string;
  /** Numeric user id; on Windows the last part of the SID. */
  uid?: number;
  home?: string;
  shell?: string;
  /** May become the superuser: uid 0, or member of an administrators' group. */
  admin: boolean;
  /** ISO 8601 in UTC. */
  last_login?: string;
}

export interface NetworkAdapter {
  name: string;
  mac_address?: string;
  ip_addresses: string[];
  speed_mbps?: number;
  up?: boolean;
}

export interface ProcessRecord {
  pid: number;
  name: string;
  /** Secrets masked, see `maskCommandLine`. */
  command_line?: string;
  user?: string;
  /** Share of one processor over the life of the process, one decimal; may exceed 100. */
  cpu_percent?: number;
  /** Resident memory in units of 2^20 bytes. */
  memory_mb?: number;
  started_at?: string;
}

export interface NetworkConnection {
  protocol: "tcp" | "udp";
  local_address: string;
  local_port: number;
  /** Absent while nothing is connected. */
  remote_address?: string;
  remote_port?: number;
  /** TCP states by their RFC 9293 names (`LISTEN`, `ESTABLISHED`, `TIME_WAIT`, ...); an unconnected UDP socket is `LISTEN`. */
  state?: string;
  pid?: number;
  process_name?: string;
}

export interface InstalledApplication {
  name: string;
  vendor?: string;
  version?: string;
  architecture?: string;
  /** `YYYY-MM-DD`. */
  install_date?: string;
  install_location?: string;
}

/** A network adapter together with what decides whether its addresses identify the host. */
export interface ObservedAdapter extends NetworkAdapter {
  loopback: boolean;
  /** Made by software (bridge, tunnel, pair to a container); its MAC says little about the machine. */
  virtual: boolean;
}

/** What a platform's part of the collector yields; `adapters` becomes addresses and `network_adapters`. */
export interface CollectedHost extends Omit<HostReport, "hostname" | "network_adapters"> {
  hostname?: string;
  adapters?: ObservedAdapter[];
  /** Name of the adapter that holds the default route. */
  defaultAdapter?: string;
}
