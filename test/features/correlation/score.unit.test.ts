import { describe, expect, it } from "vitest";
import type { CorrelatedEvent } from "../../../src/features/correlation/correlation.model.ts";
import { partsOf, scoreOf, sharedWords, similarity } from "../../../src/features/correlation/correlations/score.ts";

const NOTHING = { steps: undefined, dependency: undefined, service: false };
const WINDOW = 900_000;
const eventAt = (seconds: number, title = "x"): CorrelatedEvent => ({
  id: "e",
  title,
  severity: "high",
  status: "open",
  source: "probe",
  affectedCis: [],
  at: new Date(1e12 + seconds * 1_000),
  occurredAt: new Date(1e12 + seconds * 1_000),
  metrics: {},
  context: {},
});

describe("parts of a correlation score", () => {
  it("time: counts less than a minute as simultaneous, and fades to the end of the window", () => {
    const temporal = (seconds: number) => partsOf(eventAt(0), eventAt(seconds), NOTHING, WINDOW).temporal;
    expect(temporal(-59)).toBe(1);
    expect(temporal(510)).toBe(0.5);
    expect(temporal(86_400)).toBe(0);
  });

  it("topology and dependency: nearer scores higher, and declared higher than observed", () => {
    const parts = (steps: number, observed = false) =>
      partsOf(eventAt(0), eventAt(0), { steps, dependency: { steps, observed }, service: true }, WINDOW);
    expect([1, 2, 3].map((n) => parts(n).topology)).toEqual([0.9, 0.7, 0.5]);
    expect(parts(1).dependency).toBeGreaterThan(parts(1, true).dependency);
    expect(parts(1).service).toBe(1);
    expect(parts(4).topology).toBe(0);
  });

  it("combine into a score from 0 to 1 that grows with each part, and names the strongest", () => {
    const none = { temporal: 0, topology: 0, dependency: 0, service: 0, pattern: 0 };
    expect(scoreOf(none)).toEqual({ score: 0, type: "temporal" });
    expect(scoreOf({ ...none, temporal: 1 })).toMatchObject({ type: "temporal" });
    expect(scoreOf({ ...none, temporal: 1, pattern: 1 })).toMatchObject({ type: "pattern" });
    const all = scoreOf({ temporal: 1, topology: 1, dependency: 1, service: 1, pattern: 1 });
    expect(all.type).toBe("dependency");
    expect(all.score).toBeLessThanOrEqual(1);
    expect(all.score).toBeGreaterThan(scoreOf({ ...none, dependency: 1 }).score);
  });
});

describe("similarity of titles", () => {
  it.each([
    ["Disk 96 % full on db1", "Disk 91 % full on db2", 1],
    ["Größe überschritten", "GRÖSSE überschritten", 0.5],
    ["磁盘 已满", "磁盘 已满", 1],
    ["Backup failed", "Certificate ends soon", 0],
    ["", "", 0],
    ["96 %", "96 %", 0],
  ])("compares %j and %j", (a, b, alike) => {
    expect(similarity(a, b)).toBe(alike);
    expect(similarity(b, a)).toBe(alike);
  });

  it("names the words that make two titles similar, in the order of the first", () => {
    expect(sharedWords("Disk 96 % full on db1", "on db2: disk full")).toEqual(["disk", "full", "on", "db"]);
    expect(sharedWords("Backup failed", "Certificate renewal failed on time")).toEqual([]);
  });
});
