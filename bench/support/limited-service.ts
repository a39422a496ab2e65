import { z } from "@hono/zod-openapi";
import { createAccess } from "../../src/features/access/index.ts";
import { createCis } from "../../src/features/ci/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createGraph } from "../../src/platform/graph/graph.ts";
import { createAccessLog } from "../../src/platform/http/access-log.ts";
import { ok } from "../../src/platform/http/answers.ts";
import { createIdempotencyStore } from "../../src/platform/http/idempotency-store.ts";
import { createHttpMetrics } from "../../src/platform/http/metrics.ts";
import { createRateCounts } from "../../src/platform/http/rate-counts.ts";
import { createRateLimiter } from "../../src/platform/http/rate-limit.ts";
import { defineRoute } from "../../src/platform/http/route.ts";
import { createHttpApp, serve } from "../../src/platform/http/server.ts";
import { createSharedRateLimiter } from "../../src/platform/http/shared-rate-limit.ts";
import { createVariantB } from "../../src/platform/http/variant-b.ts";
import { createOutbox } from "../../src/platform/jobs/outbox.ts";
import { createLogger } from "../../src/platform/log.ts";
import { createPostgres, type Sql } from "../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../src/platform/secrets.ts";

/** CIs behind a limiter that counts in this process (`alone`) or in the database (`shared`), and how often it asks that. */

const { env } = process;
const host = "127.0.0.1";
const port = Number(env.PORT);
const origin = () => `http://${host}:${port}`;
const factor = Number(env.ORRERY_RATE_LIMIT_FACTOR);
const url = env.DATABASE_URL ?? "";
const log = createLogger("info");
const clock = systemClock;
const graph = createGraph({
  uri: env.NEO4J_URI ?? "",
  username: env.NEO4J_USERNAME ?? "",
  password: env.NEO4J_PASSWORD ?? "",
  database: env.NEO4J_DATABASE ?? "",
  log,
});
const postgres = createPostgres({ url, log });
const secrets = createSecrets(env.ORRERY_SECRET ?? "");
const access = createAccess({
  postgres,
  clock,
  log,
  secrets,
  config: { keyEnvironment: "bench", baseUrl: undefined, home: "", admin: { email: undefined, password: undefined } },
});
const ci = createCis({ graph, clock, outbox: createOutbox({ graph, clock, onCommitted: () => {} }) });

const asked = { statements: 0 };
const counting = createPostgres({ url, log, poolSize: 2, answerTimeoutMs: 4_000, prepared: true });
const counted: Sql = {
  query: (text, values) => {
    asked.statements++;
    return counting.query(text, values);
  },
};
const limiter =
  process.argv[2] === "shared"
    ? createSharedRateLimiter({ counts: createRateCounts(counted), log, factor })
    : createRateLimiter({ clock, factor });

const statements = defineRoute({
  method: "GET",
  path: "/statements",
  operationId: "statements",
  summary: "How many statements the limiter sent",
  tags: ["bench"],
  access: { public: true },
  limit: "none",
  responses: { 200: { description: "Always", schema: z.object({ statements: z.number() }) } },
  handle: () => ok(asked),
});
const app = createHttpApp({
  mounts: [{ variant: createVariantB({ origin }), routes: [...ci.routes.v1, statements] }],
  checks: {},
  authenticator: access.authenticator,
  limiter,
  idempotency: createIdempotencyStore(postgres, secrets),
  accessLog: createAccessLog(log),
  metrics: createHttpMetrics(),
  corsOrigins: ["*"],
  log,
  origin,
});
await serve({ app, host, port, origin });
