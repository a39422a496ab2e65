import { z } from "@hono/zod-openapi";
import { within } from "../within.ts";
import { ok } from "./answers.ts";
import { defineRoute, type Route } from "./route.ts";

/** Checks by the name of their store. A check throws or rejects if the store is unusable. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** Timeout of one check, and how long results are cached so that probes cannot load the stores. */
const CHECK_MS = 2_000;
const CACHE_MS = 1_000;

/** Names of the stores that are unusable at the moment. Never rejects; checks at most once a second. */
export type UnreachableStores = () => Promise<string[]>;

export function createUnreachableStores(checks: HealthChecks): UnreachableStores {
  return shared(() => failing(checks));
}

const operation = { method: "GET", tags: ["operations"], access: { public: true }, limit: "none" } as const;

/**
 * `/health/live`: the process answers. `/health/ready`: its stores answer too, else 503 with the names of the others.
 */
export function healthRoutes(unreachableStores: UnreachableStores): Route[] {
  return [
    defineRoute({
      ...operation,
      path: "/health/live",
      operationId: "healthLive",
      summary: "Whether the process answers",
      responses: { 200: { description: "It does", schema: z.object({ status: z.literal("ok") }) } },
      handle: () => ok({ status: "ok" }),
    }),
    defineRoute({
      ...operation,
      path: "/health/ready",
      operationId: "healthReady",
      summary: "Whether requests can be served",
      responses: {
        200: { description: "They can", schema: z.object({ status: z.literal("ready") }) },
        503: { description: "They cannot", schema: z.object({ status: z.string(), missing: z.array(z.string()) }) },
      },
      handle: async () => {
        const names = await unreachableStores();
        if (names.length === 0) return ok({ status: "ready" });
        return { status: 503, body: { status: "unavailable", missing: names }, headers: { "Retry-After": "2" } };
      },
    }),
  ];
}

/** Names of the stores whose check fails or takes longer than 2 s. Never rejects. */
export async function failing(checks: HealthChecks): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? undefined : name)),
  );
  return found.filter((name) => name !== undefined);
}

/** Whether the check passes in time. The store's own log has the reason of a failure. */
function passes(check: () => Promise<void>): Promise<boolean> {
  return within(CHECK_MS, Promise.resolve().then(check)).then(
    () => true,
    () => false,
  );
}

function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > CACHE_MS) last = { at: performance.now(), result: work() };
    return last.result;
  };
}
