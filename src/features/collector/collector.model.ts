import type * as host from "../../model/host.ts";

/** A scan submission in which one host reports itself. */
export type ScanSubmission = host.Submission<HostReport>;

/** The collector's report of its host: fields that it always fills are required, and enumerated values are typed. */
export interface HostReport extends host.Host {
  hostname: string;
  device_type?: DeviceType;
  os?: OperatingSystem;
  disks?: Disk[];
  user_accounts?: UserAccount[];
  network_adapters?: NetworkAdapter[];
  processes?: ProcessRecord[];
  network_connections?: NetworkConnection[];
  installed_applications?: InstalledApplication[];
}

export type DeviceType = "server" | "workstation" | "virtual_machine" | "container";

export interface OperatingSystem extends host.OperatingSystem {
  family: "linux" | "macos" | "windows" | "other";
}

export type Hardware = host.Hardware;

export interface Disk extends host.Disk {
  name: string;
  mount_point: string;
}

export interface UserAccount extends host.UserAccount {
  name: string;
  /** The last part of the SID on Windows. */
  uid?: number;
  admin: boolean;
}

export interface NetworkAdapter extends host.NetworkAdapter {
  name: string;
  ip_addresses: string[];
}

export interface ProcessRecord extends host.ProcessRecord {
  pid: number;
  name: string;
}

export interface NetworkConnection extends host.NetworkConnection {
  protocol: "tcp" | "udp";
  local_address: string;
  local_port: number;
}

export interface InstalledApplication extends host.InstalledApplication {
  name: string;
}

/** A network adapter, and whether its addresses identify the host. */
export interface ObservedAdapter extends NetworkAdapter {
  loopback: boolean;
  /** A virtual adapter (bridge, tunnel, pair to a container), whose MAC does not identify the machine. */
  virtual: boolean;
}

/** Result of a platform's collector; `adapters` becomes addresses and `network_adapters`. */
export interface CollectedHost extends Omit<HostReport, "hostname" | "network_adapters"> {
  hostname?: string;
  adapters?: ObservedAdapter[];
  /** Name of the adapter that holds the default route. */
  defaultAdapter?: string;
}
