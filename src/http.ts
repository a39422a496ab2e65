import type { Config } from "./config.ts";
import type { Access } from "./features/access/index.ts";
import type { NamedFeature } from "./platform/feature.ts";
import { createAccessLog } from "./platform/http/access-log.ts";
import { createHttpMetrics } from "./platform/http/metrics.ts";
import type { Mount } from "./platform/http/mounted.ts";
import { createHttpApp } from "./platform/http/server.ts";
import { createSharedRateLimiter } from "./platform/http/shared-rate-limit.ts";
import { createVariantA } from "./platform/http/variant-a.ts";
import { createVariantB } from "./platform/http/variant-b.ts";
import type { Platform } from "./platform.ts";

export interface HttpDeps {
  config: Config;
  features: readonly NamedFeature[];
  authenticator: Access["authenticator"];
  /** Longest that a caller waits for a store, in milliseconds; default `DEFAULT_DEADLINE_MS`. */
  deadlineMs?: number | undefined;
  /** Base of absolute addresses if none is configured: the listener's address, known once it listens. */
  origin?: (() => string) | undefined;
}

/** The routes of every feature in both variants, behind authentication and rate limits. */
export function createHttp(p: Platform, { config, features, authenticator, deadlineMs, origin: listener }: HttpDeps) {
  const { log, windowClock } = p;
  const origin = () => config.http.baseUrl ?? listener?.() ?? `http://${config.http.host}:${config.http.port}`;
  const routesOf = (variant: "v1" | "api" | "bare") =>
    features.flatMap(({ feature }) => feature.routes?.[variant] ?? []);
  const mounts: Mount[] = [
    { variant: createVariantB({ origin }), routes: routesOf("v1") },
    { variant: createVariantA(), routes: routesOf("api") },
    { variant: createVariantB({ base: "", origin }), routes: routesOf("bare") },
  ];
  const accessLog = createAccessLog(log);
  const metrics = createHttpMetrics({ sources: features.flatMap(({ feature }) => feature.metrics ?? []) });
  const limits = {
    counts: p.rateCounts,
    log,
    factor: config.rateLimitFactor,
    ...(windowClock && { clock: windowClock }),
  };
  const http = createHttpApp({
    // A worker serves only its health and metrics.
    mounts: config.role === "worker" ? [] : mounts,
    checks: { neo4j: () => p.graph.ping(), postgres: () => p.postgres.ping() },
    authenticator,
    limiter: createSharedRateLimiter(limits),
    idempotency: p.idempotency,
    accessLog,
    metrics,
    corsOrigins: config.http.corsOrigins,
    trustedProxies: config.http.trustedProxies,
    consoleFolder: config.role === "worker" ? undefined : config.consoleFolder,
    log,
    origin,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  return { http, mounts, metrics, flushLog: () => accessLog.flush() };
}
