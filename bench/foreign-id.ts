import { randomUUID } from "node:crypto";
import type { BenchTenant } from "./support/bench.ts";
import { withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { creatorsOf, type Make } from "./support/foreign-things.ts";
import { ask, expectAnswer, load, requestOf, send } from "./support/load.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { median } from "./support/statistics.ts";

type Headers = Record<string, string>;

/** One method of one path that names a thing by its id. */
interface Operation {
  name: string;
  method: string;
  path: string;
  /** Of which kind the thing is: the path before the id. */
  kind: string;
}

/** Bodies that are valid, so that nothing but the thing itself can be missing. */
const BODIES: Record<string, unknown> = {
  "PUT /cmdb/ci/{id}": { status: "maintenance" },
  "PUT /cmdb/ci/{id}/cpe": { name: null },
  "PUT /cmdb/relationships/{id}": { attributes: { port: 5432 } },
  "PUT /admin/users/{id}": { name: "Renamed" },
  "PUT /software-mappings/{id}": { notes: "changed" },
  "PATCH /events/{id}/status": { status: "acknowledged" },
  "PUT /services/{id}": { description: "changed" },
  "PUT /services/{id}/components": { components: [] },
  "PUT /webhooks/{id}": { active: false },
  "PUT /queries/{id}": { name: "Renamed" },
  "PATCH /reports/{id}": { name: "Renamed" },
  "PUT /reports/schedules/{id}": { name: "Renamed" },
};
/** Further parameters of a path. */
const PARAMS: Record<string, string> = { port: "5432", kind: "disks" };

export const figure = defineFigure({
  what: "answers about another tenant's things against answers about things that do not exist: medians, the route with the largest difference",
  marks: { foreign_id: { unit: "x", better: "lower", must: 1.1, aim: 1.05 } },
  settings: { things: 20, requests: 600 },

  run: ({ things, requests }, say) =>
    withBench(say, async ({ stores, postgres, newTenant }) => {
      const service = await startService(serviceEnvironment(stores));
      try {
        const { port } = service;
        const owning = await newTenant();
        const owner = await loginOf(port, owning);
        const stranger = await loginOf(port, await newTenant());
        const operations = await operationsById(port);
        const kinds = new Set(operations.map(({ kind }) => kind));
        const ids = await createResources(
          creatorsOf({ port, headers: owner, postgres, tenantId: owning.id }),
          kinds,
          things,
        );
        const ratios: { name: string; ratio: number; micros: number }[] = [];
        for (const operation of operations) {
          const { ratio, micros } = await measure(port, operation, idsFor(ids, operation), stranger, requests);
          say(`${operation.name}: ${ratio.toFixed(3)}`);
          ratios.push({ name: operation.name, ratio, micros });
        }
        const worst = ratios.reduce((a, b) => (ratioOfMedians(b.ratio) > ratioOfMedians(a.ratio) ? b : a));
        return {
          marks: { foreign_id: ratioOfMedians(worst.ratio) },
          details: {
            routes: ratios.length,
            worst: worst.name,
            median_difference: median(ratios.map(({ ratio }) => ratioOfMedians(ratio))),
            median_ms: median(ratios.map(({ micros }) => micros)) / 1000,
          },
          verified: ["every answer 404"],
        };
      } finally {
        await service.stop();
      }
    }),
});

/** Ratio of two medians, the larger to the smaller. */
function ratioOfMedians(ratio: number): number {
  return Math.max(ratio, 1 / ratio);
}

async function loginOf(port: number, { login }: BenchTenant): Promise<Headers> {
  const { token } = await send<{ token: string }>(port, requestOf("POST", "/v1/auth/login", {}, login));
  return { Authorization: `Bearer ${token}` };
}

/** Every operation of both variants whose path names a thing by its id, from the documents that the service serves. */
async function operationsById(port: number): Promise<Operation[]> {
  const found = new Map<string, Operation>();
  for (const base of ["/v1", "/api"]) {
    const { paths } = await ask<{ paths: Record<string, object> }>(port, "GET", `${base}/openapi.json`, {});
    for (const [path, methods] of Object.entries(paths)) {
      const place = path.search(/\{(id|ciId)\}/);
      if (place === -1) continue;
      const kind = path.slice(0, place - 1).replace(/^\/(v1|api)(?=\/)/, "");
      for (const method of Object.keys(methods)) {
        if (!["get", "put", "post", "patch", "delete"].includes(method)) continue;
        const name = `${method.toUpperCase()} ${path}`;
        found.set(name, { name, method: method.toUpperCase(), path, kind });
      }
    }
  }
  return [...found.values()];
}

async function createResources(makers: Record<string, Make>, kinds: Set<string>, count: number) {
  const found = new Map<string, string[]>();
  for (const kind of kinds) {
    const make = makers[kind];
    if (!make) throw new Error(`${kind}: this benchmark cannot make such a thing`);
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await make());
    found.set(kind, ids);
  }
  return found;
}

function idsFor(ids: Map<string, string[]>, { kind, name }: Operation): string[] {
  const known = ids.get(kind);
  if (!known) throw new Error(`${name}: nothing was made for it`);
  return known;
}

/** One first, then the other: what happens at every second request meets both alike. */
const isForeign = (place: number) => ((place ^ (place >> 1)) & 1) === 0;

/** Requests foreign and unknown resources in turns, one request at a time. */
async function measure(port: number, operation: Operation, ids: string[], headers: Headers, requests: number) {
  const { method, path } = operation;
  const body = BODIES[`${method} ${path.replace(/^\/(v1|api)/, "")}`];
  const shot = (id: string) => ({
    request: requestOf(method, addressOf(path, id), headers, body),
    check: (status: number, answer: Buffer) => expectAnswer(status, answer, 404, "RESOURCE_NOT_FOUND"),
  });
  let turn = 0;
  const next = () => {
    const place = turn++;
    return shot(isForeign(place) ? ids[(place >> 1) % ids.length]! : randomUUID());
  };
  await load({ port, connections: 1, requests: Math.ceil(requests / 2), next });
  turn = 0;
  const { latenciesMs } = await load({ port, connections: 1, requests, next });
  const foreign = median(latenciesMs.filter((_, place) => isForeign(place)));
  const unknown = median(latenciesMs.filter((_, place) => !isForeign(place)));
  return { ratio: foreign / unknown, micros: unknown * 1000 };
}

function addressOf(path: string, id: string): string {
  return path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => PARAMS[name] ?? id);
}
