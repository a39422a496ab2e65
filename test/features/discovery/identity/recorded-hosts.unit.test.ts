import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { candidateOf, decide, factsOf, type HostLike } from "../../../../src/features/discovery/identity/index.ts";
import { isGlobalMac } from "../../../../src/model/identifiers.ts";

const FOLDER = "../shared/data/inventories";
const present = existsSync(`${FOLDER}/computer_3.json`);
if (!present) console.warn(`skipped: recorded inventories are not at ${FOLDER}`);

interface Inventory {
  deviceid: string;
  content: {
    hardware: { name: string; uuid?: string };
    bios: { ssn?: string };
    operatingsystem: { fqdn?: string; name?: string };
    networks: { description?: string; mac?: string; ipaddress?: string; ipaddress6?: string }[];
  };
}

/** The identifying facts of an agent's inventory. */
function recorded(file: string, { withKey = true } = {}): HostLike {
  const { deviceid, content } = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as Inventory;
  return {
    host_id: withKey ? deviceid : null,
    hostname: content.hardware.name,
    fqdn: content.operatingsystem.fqdn,
    os: { name: content.operatingsystem.name },
    hardware: { serial_number: content.bios.ssn, uuid: content.hardware.uuid },
    network_adapters: content.networks.map(({ description, mac, ipaddress, ipaddress6 }) => ({
      name: description,
      mac_address: mac,
      ip_addresses: [ipaddress, ipaddress6].filter((ip) => ip !== undefined),
    })),
  };
}

describe.skipIf(!present)("decide for recorded hosts", () => {
  it("matches a laptop months later, in another network and with further adapters", () => {
    const winter = candidateOf(factsOf(recorded("computer_3.json"), "agent"), "laptop", "2017-02-20T00:00:00.000Z");
    expect(decide(factsOf(recorded("computer_3_updated.json"), "agent"), [winter])).toMatchObject({
      ciId: "laptop",
      rule: 0,
    });
    const keyless = factsOf(recorded("computer_3_updated.json", { withKey: false }), "agent");
    expect(decide(keyless, [winter])).toMatchObject({ ciId: "laptop", rule: 1, conflicts: [], cloneOf: [] });
    const { serial_number: _, ...uuidOnly } = recorded("computer_3_updated.json").hardware ?? {};
    const byUuid = factsOf({ ...recorded("computer_3_updated.json", { withKey: false }), hardware: uuidOnly }, "agent");
    expect(decide(byUuid, [winter])).toMatchObject({ ciId: "laptop", rule: 3 });
    const byMac = factsOf({ ...recorded("computer_3_updated.json", { withKey: false }), hardware: null }, "agent");
    expect(decide(byMac, [winter])).toMatchObject({ ciId: "laptop", rule: 4 });
  });

  it("does not match one laptop with the other", () => {
    const other = candidateOf(factsOf(recorded("computer_1.json"), "agent"), "other", "2020-06-09T00:00:00.000Z");
    expect(decide(factsOf(recorded("computer_3.json"), "agent"), [other])).toMatchObject({
      action: "create",
      cloneOf: [],
    });
  });

  it("reads a laptop's own adapters, and not its USB adapter and its bridges", () => {
    const { macs, ips } = factsOf(recorded("computer_1.json"), "agent");
    expect(macs).toHaveLength(1);
    expect(macs.every(isGlobalMac)).toBe(true);
    expect(ips.some((ip) => ip.startsWith("192.168.122."))).toBe(false);
    expect(ips.every((ip) => !ip.startsWith("127.") && !ip.startsWith("fe80"))).toBe(true);
  });
});
