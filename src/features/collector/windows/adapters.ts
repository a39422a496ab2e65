import { normalIp, normalMac } from "../addresses.ts";
import type { ObservedAdapter } from "../collector.model.ts";
import { definedFields } from "../text.ts";
import type { Answers } from "./rows.ts";

/** Windows reports the largest 64-bit number as speed of a disconnected adapter. */
const UNKNOWN_SPEED = 9e18;

/** Adapters with an address or a connection name; the system also lists dozens of internal ones. */
export function adapters(answers: Answers): ObservedAdapter[] | undefined {
  const configurations = new Map(
    (answers.rows("adapter_configurations") ?? []).map((row) => [row.number("InterfaceIndex"), row]),
  );
  return answers.rows("adapters")?.flatMap((row) => {
    const configuration = configurations.get(row.number("InterfaceIndex"));
    const name = row.text("NetConnectionID") ?? (configuration && row.text("Name"));
    if (name === undefined) return [];
    const speed = row.number("Speed");
    return definedFields<ObservedAdapter>({
      name,
      mac_address: normalMac(row.text("MACAddress")),
      ip_addresses: (configuration?.texts("IPAddress") ?? []).flatMap((address) => normalIp(address) ?? []),
      speed_mbps: speed !== undefined && speed > 0 && speed < UNKNOWN_SPEED ? Math.round(speed / 1e6) : undefined,
      up: row.flag("NetEnabled"),
      loopback: false,
      virtual: row.flag("PhysicalAdapter") === false,
    });
  });
}

/** Name of the adapter with the gateway of lowest metric. */
export function defaultAdapter(answers: Answers): string | undefined {
  const routed = (answers.rows("adapter_configurations") ?? [])
    .filter((row) => row.texts("DefaultIPGateway").length > 0)
    .toSorted((a, b) => (a.number("IPConnectionMetric") ?? 1e9) - (b.number("IPConnectionMetric") ?? 1e9));
  const index = routed[0]?.number("InterfaceIndex");
  const adapter = answers
    .rows("adapters")
    ?.find((row) => index !== undefined && row.number("InterfaceIndex") === index);
  return adapter?.text("NetConnectionID") ?? adapter?.text("Name");
}
