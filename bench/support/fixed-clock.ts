import type { Clock } from "../../src/platform/clock.ts";

/** A clock by which nothing grows older, so that no answer about the graph is kept: each is found anew. */
export const FIXED_CLOCK: Clock = { now: () => new Date("2026-01-01T00:00:00Z") };
