import { invalidField } from "../../../errors.ts";
import type { NetworkConnection } from "../../../model/host.ts";
import { childOf, childrenOf, type XmlElement } from "../../../platform/xml/index.ts";
import { type DiscoveredHost, type ScanSubmission, TEXT_LIMITS } from "../host.model.ts";
import { type OsGuess, osGuess } from "./nmap-os.ts";
import { clip, definedFields } from "./values.ts";

/** The service of an open port, for the raw record: it does not prove that a program is installed. */
interface Service {
  protocol: string;
  port: number;
  name?: string;
  product?: string;
  version?: string;
  extrainfo?: string;
  tunnel?: string;
  /** `table`: guessed from the port number; `probed`: recognised by its answer. */
  method?: string;
  cpes?: string[];
}

interface NmapHost extends DiscoveredHost, Omit<OsGuess, "os" | "device_type" | "os_guess"> {
  mac_vendor?: string;
  services?: Service[];
}

/** Transport protocols with ports; an IP protocol scan lists protocol numbers in the same element. */
const TRANSPORTS = new Set(["tcp", "udp", "sctp"]);
/** Service names that do not identify the service. */
const UNKNOWN_SERVICE_NAMES = new Set(["unknown", "tcpwrapped"]);

/**
 * An Nmap XML report (root `nmaprun`, report versions 1.03 and later) as a submission. Leaves out hosts
 * that are not up and ports that are not certainly open.
 *
 * @throws AppError VALIDATION_ERROR when the report has no time
 */
export function nmapSubmission(root: XmlElement): ScanSubmission {
  const finished = childOf(childOf(root, "runstats") ?? root, "finished");
  const time = secondsOf(finished?.attributes.get("time")) ?? secondsOf(root.attributes.get("start"));
  if (time === undefined) throw invalidField("nmaprun.start", "must be the time of the scan in seconds since 1970");
  return {
    scan_type: "nmap",
    scanner_id: "nmap",
    timestamp: new Date(time * 1000).toISOString(),
    data: { discovered_hosts: childrenOf(root, "host").filter(isUp).map(hostOf) },
  };
}

function isUp(host: XmlElement): boolean {
  return childOf(host, "status")?.attributes.get("state") === "up";
}

function hostOf(host: XmlElement): DiscoveredHost {
  const addresses = childrenOf(host, "address");
  const ips = ["ipv4", "ipv6"].flatMap((type) => addressesOf(addresses, type));
  const macs = addressesOf(addresses, "mac");
  const vendor = addresses.find(({ attributes }) => attributes.get("addrtype") === "mac")?.attributes.get("vendor");
  const ports = childrenOf(childOf(host, "ports"), "port")
    .filter(isOpen)
    .map(serviceOf)
    .filter((service) => service !== undefined);
  return definedFields<NmapHost>({
    ...namesOf(host),
    ip_address: ips[0],
    ip_addresses: ips.length > 0 ? ips : undefined,
    mac_address: macs[0],
    mac_addresses: macs.length > 0 ? macs : undefined,
    mac_vendor: vendor === undefined ? undefined : clip(vendor, TEXT_LIMITS.name),
    // A host whose ports were not scanned has no list, one without open ports an empty one.
    ...(childOf(host, "ports") ? portFields(ports, ips[0]) : {}),
    ...osGuess(host),
  });
}

function portFields(
  services: Service[],
  ip: string | undefined,
): Pick<NmapHost, "open_ports" | "network_connections" | "services"> {
  return {
    open_ports: [...new Set(services.map(({ port }) => port))].sort((a, b) => a - b),
    network_connections: services.map((service) =>
      definedFields<NetworkConnection>({
        protocol: service.protocol,
        local_address: ip,
        local_port: service.port,
        state: "LISTEN",
        process_name: service.product ?? (UNKNOWN_SERVICE_NAMES.has(service.name ?? "") ? undefined : service.name),
      }),
    ),
    services,
  };
}

function addressesOf(addresses: readonly XmlElement[], type: string): string[] {
  const found = addresses
    .filter(({ attributes }) => attributes.get("addrtype") === type)
    .map(({ attributes }) => attributes.get("addr") ?? "")
    .filter((address) => address !== "" && address.length <= TEXT_LIMITS.address);
  return [...new Set(found)];
}

/**
 * The host's name: the one to which the address resolves precedes the one that the user typed. The typed name is the host
 * name if it is the first label of the other.
 */
function namesOf(host: XmlElement): Pick<DiscoveredHost, "hostname" | "fqdn"> {
  const names = childrenOf(childOf(host, "hostnames"), "hostname")
    .toSorted((a, b) => Number(isResolved(b)) - Number(isResolved(a)))
    .map(({ attributes }) => (attributes.get("name") ?? "").trim().replace(/\.$/, ""))
    .filter((name) => name !== "" && name.length <= TEXT_LIMITS.name);
  const fqdn = names.find((name) => name.includes("."));
  const short = names.find((name) => fqdn?.toLowerCase().startsWith(`${name.toLowerCase()}.`));
  return definedFields({ hostname: short ?? names[0], fqdn });
}

function isResolved({ attributes }: XmlElement): boolean {
  return attributes.get("type") === "PTR";
}

function isOpen(port: XmlElement): boolean {
  return childOf(port, "state")?.attributes.get("state") === "open";
}

function serviceOf(port: XmlElement): Service | undefined {
  const protocol = port.attributes.get("protocol") ?? "";
  const number = port.attributes.get("portid") ?? "";
  if (!TRANSPORTS.has(protocol) || !/^\d{1,5}$/.test(number) || Number(number) > 65_535) return undefined;
  const service = childOf(port, "service");
  const attributeOf = (name: string) => {
    const value = service?.attributes.get(name)?.trim();
    return value ? clip(value, TEXT_LIMITS.text) : undefined;
  };
  const cpes = childrenOf(service, "cpe").map(({ text }) => clip(text, TEXT_LIMITS.text));
  return definedFields<Service>({
    protocol,
    port: Number(number),
    name: attributeOf("name"),
    product: attributeOf("product"),
    version: attributeOf("version"),
    extrainfo: attributeOf("extrainfo"),
    tunnel: attributeOf("tunnel"),
    method: attributeOf("method"),
    cpes: cpes.length > 0 ? cpes : undefined,
  });
}

function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}
