import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { peersStore } from "../../../src/features/discovery/connections/peers.store.ts";
import type { Graph } from "../../../src/platform/graph/graph.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { agentHost, createWorld, type Host, type World } from "./support.ts";

let beforeUnresolved: (() => Promise<void>) | undefined;
/** Runs a callback just before the unresolved addresses of a host are stored. */
const interrupted = (postgres: Postgres): Postgres => ({
  ...postgres,
  transaction: (work) =>
    postgres.transaction((tx) =>
      work({
        query: async (text, values) => {
          if (text.includes("insert into unresolved_peers") && beforeUnresolved) {
            const happen = beforeUnresolved;
            beforeUnresolved = undefined;
            await happen();
          }
          return tx.query(text, values);
        },
      }),
    ),
});

/** Whether the graph refuses writes, as in an outage. */
let away = false;
/** The CI whose locks the graph does not give in time. */
let slow: string | undefined;
const unreachable = (graph: Graph): Graph => ({
  ...graph,
  write: (work) =>
    away
      ? Promise.reject(new AppError("SERVICE_UNAVAILABLE", "gone"))
      : graph.write((tx) =>
          work({
            run: async (query, params) => {
              if (slow && JSON.stringify(params).includes(slow)) throw new AppError("SERVICE_UNAVAILABLE", "timed out");
              return tx.run(query, params);
            },
            send: tx.send,
          }),
        ),
});

let world: World;
beforeAll(async () => {
  world = await createWorld({
    wrapPostgres: interrupted,
    wrapGraph: unreachable,
    storesTakeWrites: async () => !away,
  });
});
afterAll(() => world.close());

type Socket = NonNullable<Host["network_connections"]>[number];

let next = 0;
/** A separate host for a case. */
function machine(name: string) {
  const number = 1000 + next++;
  const base = agentHost(`${name}-${number}`, number);
  const scan = (
    sockets: Socket[] | undefined,
    options: { days?: number; more?: Partial<Host>; scannerId?: string } = {},
  ) =>
    world.scanOne(
      { ...base, ...(sockets && { network_connections: sockets }), ...options.more },
      { at: world.daysAgo(options.days ?? 1), ...(options.scannerId && { scannerId: options.scannerId }) },
    );
  return { ip: base.ip_address!, name: base.hostname!, base, scan };
}
let ephemeral = 40_000;
const to = (ip: string, port: number, process_name?: string, more: Partial<Socket> = {}): Socket => ({
  protocol: "tcp",
  local_address: "10.0.0.1",
  local_port: ephemeral++,
  remote_address: ip,
  remote_port: port,
  state: "ESTABLISHED",
  ...(process_name && { process_name }),
  ...more,
});
const listen = (port: number, process_name?: string, more: Partial<Socket> = {}): Socket => ({
  protocol: "tcp",
  local_address: "0.0.0.0",
  local_port: port,
  state: "LISTEN",
  ...(process_name && { process_name }),
  ...more,
});
/** An incoming connection to a port. */
const from = (ip: string, port: number, process_name?: string): Socket => ({
  protocol: "tcp",
  local_port: port,
  remote_address: ip,
  remote_port: ephemeral++,
  state: "ESTABLISHED",
  ...(process_name && { process_name }),
});
const linksOf = async (source: string, target: string) =>
  (await world.links("CONNECTED_TO")).filter((link) => link.source === source && link.target === target);
const attributesOf = (links: { r: Record<string, unknown> }[]) =>
  links.map(({ r }) => JSON.parse(String(r.attributes)) as Record<string, unknown>);
const changesOf = (id: string) =>
  world
    .changes()
    .filter(({ subject }) => subject.id === id)
    .map(({ kind }) => kind);

describe("applyConnections between known hosts", () => {
  it("writes one relationship for several sockets, with processes, port and protocol", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([listen(5432, "postgres")], { days: 3 });
    const source = await app.scan([
      to(db.ip, 5432, "shop"),
      to(db.ip, 5432, "shop", { state: "close_wait" }),
      to(`::ffff:${db.ip}`, 5432, "shop", { protocol: "TCP6" }),
      to(db.ip, 5432, undefined, { state: "TIME_WAIT" }),
      to(db.ip, 22, "ssh", { state: "SYN_SENT" }),
      to("127.0.0.1", 5432, "shop"),
      to(app.ip, 8080, "self"),
    ]);
    const links = await linksOf(source, target);
    expect(attributesOf(links)).toEqual([
      { port: 5432, protocol: "tcp", source_process: "shop", target_process: "postgres" },
    ]);
    const { id, discoveredBy, firstSeen } = links[0]!.r;
    expect({ discoveredBy, firstSeen }).toEqual({ discoveredBy: "scan:scanner-1", firstSeen: expect.any(String) });
    expect(changesOf(String(id))).toEqual(["relationship.created"]);
    expect(await world.relationships.get(world.ctx, String(id))).toMatchObject({
      type: "Connected To",
      source: { id: source, name: app.name },
      target: { id: target, name: db.name },
      attributes: { port: 5432, target_process: "postgres" },
    });
    const all = await world.links("CONNECTED_TO");
    expect(all.filter((link) => link.source === link.target)).toEqual([]);
  });

  it("writes one relationship per process, port and protocol, also when only the process id was reported", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([], { days: 3 });
    const source = await app.scan(
      [
        to(db.ip, 53, "named"),
        to(db.ip, 53, "named", { protocol: "udp" }),
        to(db.ip, 443, undefined, { pid: 7 }),
        to(db.ip, 443, "b"),
      ],
      { more: { processes: [{ pid: 7, name: "a" }] } },
    );
    const found = attributesOf(await linksOf(source, target)).map((a) => `${a.protocol} ${a.port} ${a.source_process}`);
    expect(found.sort()).toEqual(["tcp 443 a", "tcp 443 b", "tcp 53 named", "udp 53 named"]);
  });

  it("connects the machine, not the software on it that has the same address", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([], { days: 3 });
    await world.ci.createCi(world.ctx, {
      fields: { name: `database ${db.name}`, type: "database", attributes: { ip_address: db.ip } },
    });
    const source = await app.scan([to(db.ip, 5432, "shop")]);
    expect(await linksOf(source, target)).toHaveLength(1);
  });
});

describe("resolvePeers for a far end that appears later", () => {
  it("connects a CI that a scan or a person creates", async () => {
    const [app, db] = [machine("app"), machine("db")];
    const source = await app.scan([to(db.ip, 5432, "shop"), to("203.0.113.50", 443, "sync")], { days: 3 });
    expect((await world.links("CONNECTED_TO")).filter((link) => link.source === source)).toEqual([]);
    const target = await db.scan([listen(5432, "postgres")], { days: 2 });
    const [link] = await linksOf(source, target);
    expect(attributesOf([link!])).toEqual([
      { port: 5432, protocol: "tcp", source_process: "shop", target_process: "postgres" },
    ]);
    expect(link!.r.discoveredBy).toBe("scan:scanner-1");
    const { id } = await world.ci.createCi(world.ctx, {
      fields: { name: `saas ${db.name}`, type: "service", attributes: { ip_address: "203.0.113.50" } },
    });
    await world.settle();
    expect(await linksOf(source, id)).toHaveLength(1);
    expect(changesOf(String((await linksOf(source, id))[0]!.r.id))).toEqual(["relationship.created"]);
  });

  it("connects a CI whose address changes", async () => {
    const app = machine("app");
    const source = await app.scan([to("203.0.113.61", 443, "sync")], { days: 3 });
    const { id } = await world.ci.createCi(world.ctx, { fields: { name: `late ${app.name}`, type: "server" } });
    await world.settle();
    await world.ci.updateCi(world.ctx, { id, patch: { customFields: { all_ip_addresses: ["203.0.113.61"] } } });
    await world.settle();
    expect(await linksOf(source, id)).toHaveLength(1);
  });

  it("connects a CI that is created while the host is processed", async () => {
    const app = machine("app");
    let id = "";
    beforeUnresolved = async () => {
      ({ id } = await world.ci.createCi(world.ctx, {
        fields: { name: `race ${app.name}`, type: "server", attributes: { ip_address: "203.0.113.62" } },
      }));
      await world.deliver();
    };
    const source = await app.scan([to("203.0.113.62", 443, "sync")], { days: 3 });
    expect(id).not.toBe("");
    expect(await linksOf(source, id)).toHaveLength(1);
  });

  it("connects a restored CI again by the same payloads", async () => {
    const [app, db] = [machine("app"), machine("db")];
    const target = await db.scan([listen(5432, "postgres")], { days: 5 });
    const sockets = [to(db.ip, 5432, "shop")];
    const source = await app.scan(sockets, { days: 4 });
    await world.ci.deleteCi(world.ctx, { id: target });
    await app.scan(sockets, { days: 3 });
    expect(await linksOf(source, target)).toEqual([]);
    expect(await db.scan([listen(5432, "postgres")], { days: 2 })).toBe(target);
    expect(await linksOf(source, target)).toHaveLength(1);
  });
});

describe("resolvePeers after its jobs were lost", () => {
  const dueOf = (ciId: string) =>
    world.postgres.query<{ ip: string; due: boolean }>(
      "select ip, due_at is not null as due from unresolved_peers where tenant_id = $1 and ci_id = $2 order by ip",
      [world.ctx.tenantId, ciId],
    );

  it("connects what appeared during an outage that outlasted every retry", async () => {
    const app = machine("app");
    const source = await app.scan([to("203.0.113.71", 443, "sync"), to("203.0.113.72", 443, "sync")], { days: 3 });
    expect(await dueOf(source)).toEqual([
      { ip: "203.0.113.71", due: false },
      { ip: "203.0.113.72", due: false },
    ]);
    const { id } = await world.ci.createCi(world.ctx, {
      fields: { name: `outage ${app.name}`, type: "server", attributes: { ip_address: "203.0.113.71" } },
    });
    await world.deliver();
    world.takeWaiting();
    away = true;
    const retry = () =>
      world.postgres.query("update unresolved_peers set due_at = now() where tenant_id = $1 and due_at is not null", [
        world.ctx.tenantId,
      ]);
    for (let n = 0; n < 25; n++) {
      await retry();
      await expect(world.runJob("discovery.resolve-peers", { tenantId: world.ctx.tenantId })).rejects.toThrow("gone");
    }
    away = false;
    expect(await linksOf(source, id)).toEqual([]);
    await retry();
    await world.sweep();
    await world.settle();
    expect(await linksOf(source, id)).toHaveLength(1);
    expect(await dueOf(source)).toEqual([{ ip: "203.0.113.72", due: false }]);
    await world.sweep();
    expect(world.takeWaiting()).toEqual([]);
  });

  it("parks a host whose connections always take too long, and connects the others", async () => {
    const [first, bad, last] = [machine("app"), machine("app"), machine("app")];
    const sources: string[] = [];
    for (const app of [first, bad, last]) sources.push(await app.scan([to("203.0.113.76", 443, "sync")], { days: 3 }));
    slow = sources[1]!;
    const { id } = await world.ci.createCi(world.ctx, {
      fields: { name: `slow ${bad.name}`, type: "server", attributes: { ip_address: "203.0.113.76" } },
    });
    await world.deliver();
    world.takeWaiting();
    const of = [world.ctx.tenantId, slow];
    for (let n = 1; n <= 6; n++) {
      await world.postgres.query("update unresolved_peers set due_at = now() where tenant_id = $1 and ci_id = $2", of);
      await world.runJob("discovery.resolve-peers", { tenantId: world.ctx.tenantId });
    }
    const left = `select tries, due_at > now() + interval '23 hours' as "isParked" from unresolved_peers
      where tenant_id = $1 and ci_id = $2`;
    expect(await world.postgres.query(left, of)).toEqual([{ tries: 6, isParked: true }]);
    const linked = await Promise.all(sources.map(async (source) => (await linksOf(source, id)).length));
    expect(linked).toEqual([1, 0, 1]);
    slow = undefined;
    const [parked] = world.parkedWork;
    expect(await parked?.release()).toBeGreaterThanOrEqual(1);
    await world.runJob("discovery.resolve-peers", { tenantId: world.ctx.tenantId });
    expect(await linksOf(sources[1]!, id)).toHaveLength(1);
  });

  it("connects a CI that was created while the host was processed, if the process died right after its commit", async () => {
    const app = machine("app");
    let id = "";
    beforeUnresolved = async () => {
      ({ id } = await world.ci.createCi(world.ctx, {
        fields: { name: `died ${app.name}`, type: "server", attributes: { ip_address: "203.0.113.73" } },
      }));
      await world.deliver();
    };
    const scanId = await world.submit([{ ...app.base, network_connections: [to("203.0.113.73", 443, "sync")] }]);
    await world.runAtOnce();
    world.takeWaiting();
    const source = (await world.verbs.scans.get(world.ctx, scanId)).results[0]!.ciId!;
    expect(await linksOf(source, id)).toEqual([]);
    await world.sweep();
    await world.settle();
    expect(await linksOf(source, id)).toHaveLength(1);
  });

  it("looks up an address again that became due while it was looked up", async () => {
    const app = machine("app");
    const source = await app.scan([to("203.0.113.74", 443, "sync")], { days: 3 });
    const peer = { ciId: source, ip: "203.0.113.74", mark: 1 };
    await peersStore.markDue(world.postgres, world.ctx.tenantId, [peer.ip]);
    await peersStore.awaitCis(world.postgres, world.ctx.tenantId, [peer]);
    await peersStore.removeResolved(world.postgres, world.ctx.tenantId, [peer]);
    expect(await dueOf(source)).toEqual([{ ip: peer.ip, due: true }]);
    await world.sweep();
    await world.settle();
    expect(await dueOf(source)).toEqual([{ ip: peer.ip, due: false }]);
  });

  it("puts off a host whose CI is deleted, and owes nothing until then", async () => {
    const app = machine("app");
    const source = await app.scan([to("203.0.113.75", 443, "sync")], { days: 3 });
    await world.ci.deleteCi(world.ctx, { id: source });
    await world.ci.createCi(world.ctx, {
      fields: { name: `gone ${app.name}`, type: "server", attributes: { ip_address: "203.0.113.75" } },
    });
    await world.settle();
    expect(await dueOf(source)).toEqual([{ ip: "203.0.113.75", due: true }]);
    await world.sweep();
    expect(world.takeWaiting()).toEqual([]);
  });
});

describe("applyConnections for a connection that is no longer reported", () => {
  it("marks the relationship as missing, and unmarks it when it is reported again", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([listen(5432, "postgres")], { days: 9 });
    const source = await app.scan([to(db.ip, 5432, "shop")], { days: 8 });
    const repeated = world.daysAgo(6);
    await world.scan([{ ...app.base, network_connections: [...(await socketsOf(source))] }], { at: repeated });
    await app.scan([], { days: 5 });
    const [gone] = await linksOf(source, target);
    expect(gone!.r.missingSince).toMatch(/^\d{4}-/);
    expect(Date.parse(String(gone!.r.lastSeen))).toBe(Date.parse(repeated));
    await app.scan([to(db.ip, 5432, "shop")], { days: 2 });
    const [back] = await linksOf(source, target);
    expect(back!.r).toMatchObject({ id: gone!.r.id, firstSeen: gone!.r.firstSeen });
    expect(back!.r).not.toHaveProperty("missingSince");
    expect(changesOf(String(gone!.r.id))).toEqual(["relationship.created"]);
  });

  it("marks nothing as missing by a report without connections, or an older one", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([], { days: 9 });
    const source = await app.scan([to(db.ip, 5432, "shop")], { days: 5 });
    await app.scan(undefined, { days: 3, more: { open_ports: [1] } });
    await app.scan([], { days: 7 });
    const [link] = await linksOf(source, target);
    expect(link!.r).not.toHaveProperty("missingSince");
    expect(await world.records(source, "network_connections")).toHaveLength(1);
  });

  it("leaves a relationship unchanged that a person created", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([listen(5432, "postgres")], { days: 9 });
    const source = await app.scan([], { days: 8 });
    const fields = {
      type: "Connected To",
      sourceCi: source,
      targetCi: target,
      attributes: { port: 5432, protocol: "tcp", source_process: "shop", note: "drawn" },
    };
    await world.relationships.create(world.ctx, { fields });
    const change = world.changes("relationship.created").length;
    await app.scan([to(db.ip, 5432, "shop")], { days: 7 });
    await app.scan([], { days: 6 });
    const links = await linksOf(source, target);
    expect(attributesOf(links)).toEqual([fields.attributes]);
    expect(links[0]!.r).not.toHaveProperty("missingSince");
    expect(world.changes("relationship.created")).toHaveLength(change);
  });
});

describe("applyConnections and the listening process", () => {
  it("reads the process from the far end's earlier records, also by process id", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan(
      [listen(5432, undefined, { pid: 99 }), listen(53, "dns", { protocol: "udp", state: "UNCONN" })],
      {
        days: 3,
        more: { processes: [{ pid: 99, name: "postmaster" }] },
      },
    );
    const source = await app.scan([to(db.ip, 5432, "shop"), to(db.ip, 53, "shop", { protocol: "udp" })]);
    const found = attributesOf(await linksOf(source, target)).map((a) => a.target_process);
    expect(found.sort()).toEqual(["dns", "postmaster"]);
  });

  it("adds and updates the process that the far end reports later, unless a person wrote another", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan(undefined, { days: 9 });
    const source = await app.scan([to(db.ip, 80, "curl"), to(db.ip, 81, "curl")], { days: 8 });
    expect(attributesOf(await linksOf(source, target)).map((a) => a.target_process)).toEqual([undefined, undefined]);
    await db.scan([listen(80, "apache2"), listen(81, "lighttpd")], { days: 7 });
    const links = await linksOf(source, target);
    expect(
      attributesOf(links)
        .map((a) => a.target_process)
        .sort(),
    ).toEqual(["apache2", "lighttpd"]);
    expect(changesOf(String(links[0]!.r.id))).toEqual(["relationship.created", "relationship.updated"]);
    const edited = links.find(({ r }) => r.port === 81)!;
    await world.relationships.update(world.ctx, {
      id: String(edited.r.id),
      patch: { attributes: { target_process: "front" } },
    });
    await db.scan([listen(80, "nginx"), listen(81, "nginx")], { days: 6 });
    expect(
      attributesOf(await linksOf(source, target))
        .map((a) => a.target_process)
        .sort(),
    ).toEqual(["front", "nginx"]);
  });
});

describe("applyConnections for an incoming connection", () => {
  it("writes it from the listening end, completes it by the client's report, and never duplicates it", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const source = await app.scan(undefined, { days: 9 });
    const target = await db.scan(
      [listen(5432, "postgres"), from(app.ip, 5432, "postgres"), from(app.ip, 5432), from("203.0.113.70", 5432)],
      { days: 8 },
    );
    const [incoming] = await linksOf(source, target);
    expect(attributesOf(await linksOf(source, target))).toEqual([
      { port: 5432, protocol: "tcp", target_process: "postgres" },
    ]);
    await app.scan([to(db.ip, 5432, "shop"), to(db.ip, 5432, "worker")], { days: 7 });
    const links = await linksOf(source, target);
    expect(
      attributesOf(links)
        .map((a) => `${a.source_process} ${a.target_process}`)
        .sort(),
    ).toEqual(["shop postgres", "worker postgres"]);
    expect(links.map(({ r }) => r.id)).toContain(incoming!.r.id);
    expect(changesOf(String(incoming!.r.id))).toEqual(["relationship.created", "relationship.updated"]);
    await db.scan([listen(5432, "postgres"), from(app.ip, 5432)], { days: 6 });
    expect(await linksOf(source, target)).toHaveLength(2);
  });

  it("does not duplicate it when the client reported first, and marks it missing only by the client's report", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan(undefined, { days: 9 });
    const source = await app.scan([to(db.ip, 5432, "shop")], { days: 8 });
    await db.scan([listen(5432, "postgres"), from(app.ip, 5432)], { days: 7 });
    expect(attributesOf(await linksOf(source, target))).toEqual([
      { port: 5432, protocol: "tcp", source_process: "shop", target_process: "postgres" },
    ]);
    await db.scan([listen(5432, "postgres")], { days: 6 });
    expect((await linksOf(source, target))[0]!.r).not.toHaveProperty("missingSince");
    await app.scan([], { days: 5 });
    expect((await linksOf(source, target))[0]!.r).toHaveProperty("missingSince");
  });

  it("marks it missing, and present again, by reports of the end that showed it", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const source = await app.scan([], { days: 9 });
    const target = await db.scan([listen(5432), from(app.ip, 5432)], { days: 8 });
    await app.scan([], { days: 7, more: { open_ports: [1] } });
    expect((await linksOf(source, target))[0]!.r).not.toHaveProperty("missingSince");
    await db.scan([listen(5432)], { days: 6 });
    expect((await linksOf(source, target))[0]!.r).toHaveProperty("missingSince");
    await db.scan([listen(5432), from(app.ip, 5432)], { days: 5 });
    const links = await linksOf(source, target);
    expect(links).toHaveLength(1);
    expect(links[0]!.r).not.toHaveProperty("missingSince");
  });

  it("connects a client that appears later", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const target = await db.scan([listen(5432, "postgres"), from(app.ip, 5432)], { days: 8 });
    const source = await app.scan(undefined, { days: 7 });
    expect(attributesOf(await linksOf(source, target))).toEqual([
      { port: 5432, protocol: "tcp", target_process: "postgres" },
    ]);
  });

  it("writes one relationship when both ends are in one scan", async () => {
    const [db, app] = [machine("db"), machine("app")];
    const { results } = await world.scan([
      { ...db.base, network_connections: [listen(5432, "postgres"), from(app.ip, 5432)] },
      { ...app.base, network_connections: [to(db.ip, 5432, "shop")] },
    ]);
    const [target, source] = results.map(({ ciId }) => ciId!);
    expect(attributesOf(await linksOf(source!, target!))).toEqual([
      { port: 5432, protocol: "tcp", source_process: "shop", target_process: "postgres" },
    ]);
  });
});

async function socketsOf(ciId: string): Promise<Socket[]> {
  return (await world.records(ciId, "network_connections")).map(({ fields }) => fields as Socket);
}
