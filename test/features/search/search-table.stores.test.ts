import { afterAll, beforeAll, expect, test } from "vitest";
import { buildEstate } from "../../../src/features/demo/estate/index.ts";
import { createSearchWorld, type SearchWorld } from "./support.ts";

/** What people ask of the demo estate, and the CIs of which any one is what they want. */
const WANTED: readonly [string, ...string[]][] = [
  ["192.0.2.5", "fra1-fw-01"],
  ["who is 203.0.113.10?", "vip-shop"],
  ["fra1-nas-01.example.com", "fra1-nas-01"],
  ["billing-db", "billing-db"],
  ["what is crm-db-replica for", "crm-db-replica"],
  ["Online Shop", "Online Shop"],
  ["proxmox backup server", "fra1-backup-01"],
  ["clickhouse", "warehouse"],
  ["database of billing", "billing-db", "billing-db-replica"],
  ["where do invoices come from", "Billing"],
  ["customer tickets", "Customer Care"],
  ["truenas storage", "fra1-nas-01"],
  ["search cluster of the shop", "shop-search"],
  ["valkey cache", "shop-cache"],
  ["queue for outgoing mail", "mail-outbox"],
  ["kubernetes cluster in production", "k8s-prod"],
  ["load balancer of the shop", "vip-shop"],
  ["one login for everybody who works here", "Single Sign-On"],
  ["from the cart to the paid order", "Checkout and Payment"],
  ["parcel", "Order Fulfilment"],
  ["replica of the identity database", "identity-db-replica"],
  ["mariadb of the wiki", "wiki-db"],
  ["opnsense firewall", "fra1-fw-01", "fra1-fw-02"],
  ["ip transit provider", "transit-a", "transit-b"],
  ["ceph block storage", "ceph-block"],
];
/** The first of these name a CI: it must come first. */
const NAMED = 6;

let world: SearchWorld;
beforeAll(async () => {
  world = await createSearchWorld();
  const { cis, links } = buildEstate();
  const made = await world.ci.bulkCreateCis(world.ctx, { mode: "atomic", items: cis.map((fields) => ({ fields })) });
  const ids = new Map(made.map(({ index, id }) => [cis[index]!.name, id!]));
  const items = links.flatMap(({ type, from, to }) => {
    const [sourceCi, targetCi] = [ids.get(from), ids.get(to)];
    return sourceCi && targetCi ? [{ fields: { type, sourceCi, targetCi } }] : [];
  });
  await world.relationships.bulkCreate(world.ctx, { mode: "atomic", items });
  await world.run();
}, 300_000);
afterAll(() => world?.close());

/** The stand-in for a model knows words and no meaning: what it adds is noise, which must not drown what words find. */
test.each([
  ["keyword", 0.8],
  ["hybrid", 0.64],
] as const)(
  "by %s, what is named comes first and nearly everything else among the first three",
  async (method, leastFirst) => {
    world.embedder.isAvailable = method === "hybrid";
    const ranks: [string, number][] = [];
    for (const [text, ...wanted] of WANTED) {
      const found = await world.find(text);
      ranks.push([text, found.findIndex((name) => wanted.includes(name)) + 1]);
    }
    const table = ranks.map(([text, rank]) => `${rank || "-"}\t${text}`).join("\n");
    expect(
      ranks.slice(0, NAMED).map(([, rank]) => rank),
      table,
    ).toEqual(Array(NAMED).fill(1));
    const amongThree = ranks.filter(([, rank]) => rank >= 1 && rank <= 3).length;
    expect(amongThree / ranks.length, table).toBeGreaterThanOrEqual(0.92);
    const first = ranks.filter(([, rank]) => rank === 1).length;
    expect(first / ranks.length, table).toBeGreaterThanOrEqual(leastFirst);
  },
  120_000,
);
