import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentHost, createWorld, type Host, type World } from "./support.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const server = agentHost("seen-server", 4000, {
  installed_applications: [{ name: "tool" }],
  network_connections: [{ protocol: "tcp", local_port: 5432, state: "LISTEN", process_name: "postgres" }],
});
const client: Host = agentHost("seen-client", 4001, {
  network_connections: [
    {
      protocol: "tcp",
      local_port: 40_000,
      remote_address: server.ip_address!,
      remote_port: 5432,
      process_name: "shop",
    },
  ],
});

async function shown(type: string, ciId: string) {
  const { items } = await world.relationships.list(world.ctx, {
    type,
    ciId,
    includeAi: false,
    order: "desc",
    limit: 10,
    page: 1,
  });
  const [item] = items;
  expect(await world.relationships.get(world.ctx, item!.id)).toEqual(item);
  return item!;
}

describe("last_seen of a relationship", () => {
  it("is its host's last sighting while it exists, without a write, and stops when it is missing", async () => {
    const at = (days: number) => ({ at: world.daysAgo(days) });
    const first = at(9);
    const target = await world.scanOne(server, first);
    const source = await world.scanOne(client, at(8));
    const before = await world.graphSnapshot();
    const [again, later] = [at(6), at(5)];
    await world.scanOne(server, again);
    await world.scanOne(client, later);
    expect(await world.graphSnapshot()).toBe(before);
    expect(await shown("Installed On", target)).toMatchObject({ firstSeen: first.at, lastSeen: again.at });
    const connected = await shown("Connected To", source);
    expect(connected.lastSeen).toBe(later.at);
    // A report without connections marks nothing as missing; one with other connections marks this one.
    const { network_connections: _, ...silent } = client;
    await world.scanOne({ ...silent, open_ports: [1] }, at(4));
    expect((await shown("Connected To", source)).lastSeen).toBe(later.at);
    await world.scanOne({ ...client, network_connections: [] }, at(3));
    await world.scanOne({ ...client, network_connections: [] }, at(2));
    expect(await shown("Connected To", source)).toMatchObject({ lastSeen: later.at, version: connected.version });
  });

  it("is null for a relationship that a person created", async () => {
    const [a, b] = await Promise.all(
      ["a", "b"].map((name) => world.ci.createCi(world.ctx, { fields: { name: `seen ${name}`, type: "server" } })),
    );
    await world.relationships.create(world.ctx, {
      fields: { type: "Connected To", sourceCi: a!.id, targetCi: b!.id, attributes: { port: 1 } },
    });
    expect((await shown("Connected To", a!.id)).lastSeen).toBeNull();
  });
});
