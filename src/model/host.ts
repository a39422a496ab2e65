/**
 * A scan submission (sections 1 and 2 of the interface specification), with further fields that an agent on the host can
 * fill. Every field is optional, because scanners differ: a scanner omits a value that it could not read rather than
 * send a blank, which would overwrite the known value. Sizes in GB are units of 2^30 bytes, with two decimals.
 */
export interface Submission<H> {
  /** `agent`: one host reports itself. `full`: hosts that are not listed no longer exist. */
  scan_type: string;
  scanner_id: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: { discovered_hosts: H[] };
}

/** One host. Addresses, names and times are texts as the scanner wrote them. */
export interface Host {
  /** Stable id of a scanner's installation: a keyed hash of the machine's own id, which itself never leaves the host. */
  host_id?: string;
  hostname?: string;
  fqdn?: string;
  /** The address on the adapter of the default route. */
  ip_address?: string;
  /** All addresses but loopback, link-local and those of bridges internal to the host. */
  ip_addresses?: string[];
  mac_address?: string;
  mac_addresses?: string[];
  /** Ports on which TCP listens on an address other than loopback, ascending. */
  open_ports?: number[];
  /** The operating system as guessed by a network scan. */
  os_guess?: string;
  device_type?: string;
  os?: OperatingSystem;
  hardware?: Hardware;
  disks?: Disk[];
  user_accounts?: UserAccount[];
  network_adapters?: NetworkAdapter[];
  processes?: ProcessRecord[];
  network_connections?: NetworkConnection[];
  installed_applications?: InstalledApplication[];
}

/** The lists of a host that are stored as inventory records. */
export const RECORD_KINDS = [
  "disks",
  "user_accounts",
  "network_adapters",
  "processes",
  "network_connections",
  "installed_applications",
] as const;

/** Fields of the records, by kind. */
export const RECORD_FIELDS = {
  disks: ["name", "mount_point", "filesystem", "size_gb", "free_gb"],
  user_accounts: ["name", "uid", "home", "shell", "admin", "last_login"],
  network_adapters: ["name", "mac_address", "ip_addresses", "speed_mbps", "up"],
  processes: ["pid", "name", "command_line", "user", "cpu_percent", "memory_mb", "started_at"],
  network_connections: [
    ...["protocol", "local_address", "local_port", "remote_address", "remote_port", "state"],
    ...["pid", "process_name"],
  ],
  installed_applications: [
    ...["name", "vendor", "version", "architecture", "install_date", "install_location", "cpe_name"],
  ],
} as const satisfies { [K in (typeof RECORD_KINDS)[number]]: readonly (keyof NonNullable<Host[K]>[number])[] };

export interface OperatingSystem {
  /** E.g. `Debian GNU/Linux`, `macOS`, `Microsoft Windows Server 2022 Standard`. */
  name?: string;
  version?: string;
  /** E.g. `linux`, `macos`, `windows`. */
  family?: string;
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
  memory_gb?: number;
  /** Sum of the built-in disks. */
  disk_gb?: number;
  virtual?: boolean;
}

/** One mounted file system. */
export interface Disk {
  name?: string;
  mount_point?: string;
  filesystem?: string;
  size_gb?: number;
  /** Free for an ordinary user. */
  free_gb?: number;
}

export interface UserAccount {
  name?: string;
  /** A number on Unix; on Windows the SID or its last part. */
  uid?: number | string;
  home?: string;
  shell?: string;
  /** Has administrator rights: uid 0, or member of an administrators' group. */
  admin?: boolean;
  /** ISO 8601 in UTC. */
  last_login?: string;
}

export interface NetworkAdapter {
  name?: string;
  mac_address?: string;
  ip_addresses?: string[];
  speed_mbps?: number;
  up?: boolean;
}

export interface ProcessRecord {
  pid?: number;
  name?: string;
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
  /** `tcp` or `udp`. */
  protocol?: string;
  local_address?: string;
  local_port?: number;
  /** Absent for an unconnected socket. */
  remote_address?: string;
  remote_port?: number;
  /** TCP states by their RFC 9293 names (`LISTEN`, `ESTABLISHED`, `TIME_WAIT`, ...); an unconnected UDP socket is `LISTEN`. */
  state?: string;
  pid?: number;
  process_name?: string;
}

export interface InstalledApplication {
  name?: string;
  vendor?: string;
  version?: string;
  architecture?: string;
  /** `YYYY-MM-DD`. */
  install_date?: string;
  install_location?: string;
  /** As reported by the scanner; see NISTIR 7695. */
  cpe_name?: string;
  /** Kind of package (`deb`, `npm`, `java` ...); absent: that of the host's system. */
  platform?: string;
}
