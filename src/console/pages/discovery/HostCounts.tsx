import type { components } from "../../api/v1";

/** How many hosts a scan has, and how many of them need a look. */
export function HostCounts({ hosts }: { hosts: components["schemas"]["ScanWithResults"]["hosts"] }) {
  const waiting = hosts.total - hosts.processed - hosts.failed - hosts.parked;
  const parts = [
    `${hosts.total} ${hosts.total === 1 ? "host" : "hosts"}`,
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(hosts.parked > 0 ? [`${hosts.parked} parked`] : []),
    ...(hosts.failed > 0 ? [`${hosts.failed} failed`] : []),
  ];
  return <span className="numeric">{parts.join(" · ")}</span>;
}
