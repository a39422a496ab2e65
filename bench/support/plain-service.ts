import { serve as serveNode } from "@hono/node-server";
import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { createAccess } from "../../src/features/access/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createAccessLog } from "../../src/platform/http/access-log.ts";
import { ok } from "../../src/platform/http/answers.ts";
import { createIdempotencyStore } from "../../src/platform/http/idempotency-store.ts";
import { createHttpMetrics } from "../../src/platform/http/metrics.ts";
import { createRateLimiter } from "../../src/platform/http/rate-limit.ts";
import { defineRoute } from "../../src/platform/http/route.ts";
import { createHttpApp, serve } from "../../src/platform/http/server.ts";
import { createVariantB } from "../../src/platform/http/variant-b.ts";
import { createLogger } from "../../src/platform/log.ts";
import { createPostgres } from "../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../src/platform/secrets.ts";

/**
 * `bare`: Hono alone. `whole`: a route that asks no store, behind everything that the service puts before its routes,
 * its limits counted in memory: what counting them in the database costs is a figure of its own.
 */

const host = "127.0.0.1";
const port = Number(process.env.PORT);
const origin = () => `http://${host}:${port}`;
const PING = { status: "ok", id: "01890a5d-ac96-774b-bcce-b302099a8057" };

if (process.argv[2] === "bare") {
  const app = new Hono();
  app.get("/v1/ping", (c) => c.json(PING));
  app.get("/health/ready", (c) => c.json({ status: "ready" }));
  serveNode({ fetch: app.fetch, hostname: host, port });
} else {
  const log = createLogger(process.env.LOG_LEVEL ?? "info");
  const postgres = createPostgres({ url: process.env.DATABASE_URL ?? "", log });
  const secrets = createSecrets(process.env.ORRERY_SECRET ?? "");
  const access = createAccess({
    postgres,
    clock: systemClock,
    log,
    secrets,
    config: { keyEnvironment: "bench", baseUrl: undefined, home: "", admin: { email: undefined, password: undefined } },
  });
  const ping = defineRoute({
    method: "GET",
    path: "/ping",
    operationId: "ping",
    summary: "Answers without asking a store",
    tags: ["bench"],
    access: { scope: "cmdb.read" },
    limit: "standard",
    responses: { 200: { description: "Always", schema: z.object({ status: z.string(), id: z.string() }) } },
    handle: () => ok(PING),
  });
  const app = createHttpApp({
    mounts: [{ variant: createVariantB({ origin }), routes: [ping] }],
    checks: {},
    authenticator: access.authenticator,
    limiter: createRateLimiter({ clock: systemClock, factor: Number(process.env.ORRERY_RATE_LIMIT_FACTOR) }),
    idempotency: createIdempotencyStore(postgres, secrets),
    accessLog: createAccessLog(log),
    metrics: createHttpMetrics(),
    corsOrigins: ["*"],
    log,
    origin,
  });
  await serve({ app, host, port, origin });
}
