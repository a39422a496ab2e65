import { describe, expect, it } from "vitest";
import { deviationOf, type Symptom, symptomOf } from "../../../src/features/events/index.ts";

const event = (fields: Partial<Parameters<typeof symptomOf>[0]>) => ({
  title: "Alert",
  source: "x",
  metrics: {},
  context: {},
  ...fields,
});

describe("symptomOf", () => {
  const titles: [title: string, symptom: Symptom][] = [
    ["HighRequestLatency", "latency"],
    ["shop: response time 4 s", "latency"],
    ["TargetResponseTime above 2", "latency"],
    ["Antwortzeit zu hoch", "latency"],
    ["Temps de réponse élevé", "latency"],
    ["disk read latency on db1", "latency"],
    ["HTTPCode_Target_5XX_Count", "errors"],
    ["Fehlerrate erhöht", "errors"],
    ["load balancer: 502 from upstream", "errors"],
    ["packet loss on uplink", "errors"],
    ["Verfügbarkeit gesunken", "availability"],
    ["Disponibilidad por debajo del objetivo", "availability"],
    ["Health check of web01 failed", "availability"],
    ["CPUUtilization", "saturation"],
    ["Festplatte voll", "saturation"],
    ["Free disk space is less than 20%", "saturation"],
    ["connection pool exhausted", "saturation"],
    ["InstanceDown", "down"],
    ["Host web01 nicht erreichbar", "down"],
    ["KubePodCrashLooping", "down"],
    ["Servidor caído", "down"],
    ["shop 4.2 deployed", "change"],
    ["Konfiguration geändert", "change"],
    ["Something is wrong", "other"],
  ];
  for (const [title, symptom] of titles) {
    it(`reads ${symptom} from the title "${title}"`, () => expect(symptomOf(event({ title }))).toBe(symptom));
  }

  it("prefers what the metrics name to the title, and the title to labels", () => {
    const title = "errors rise";
    expect(symptomOf(event({ title, metrics: { metric: "latency", value: 3, normal: 1 } }))).toBe("latency");
    expect(symptomOf(event({ title, metrics: { cpu: { value: 97, normal: 40 } } }))).toBe("saturation");
    expect(symptomOf(event({ title, context: { labels: { metric: "latency" } } }))).toBe("errors");
    expect(symptomOf(event({ context: { labels: { metric: "latency" } } }))).toBe("latency");
  });

  it("does not take the name of what the title is about for the symptom", () => {
    expect(symptomOf(event({ title: "memory-cache: response time" }))).toBe("latency");
  });

  it("answers for hostile content", () => {
    const metrics = { value: Number.NaN, normal: {}, metric: ["latency"], __proto__: { metric: "down" } };
    expect(symptomOf(event({ title: `${"a ".repeat(100_000)}latency`, metrics, context: { labels: null } }))).toBe(
      "other",
    );
  });
});

describe("deviationOf", () => {
  it("is the share of normal by which the value is off, with its sign", () => {
    expect(deviationOf({ value: 0.33, normal: 0.2 })).toBe(0.65);
    expect(deviationOf({ value: 85, normal: 100 })).toBe(-0.15);
    expect(deviationOf({ current: "300", baseline: "200" })).toBe(0.5);
    expect(deviationOf({ latency: { value: 3, expected: 2 } })).toBe(0.5);
  });

  it("is null without a normal value, for a threshold, and where it cannot be computed", () => {
    for (const metrics of [
      {},
      { value: 3 },
      { value: 3, threshold: 2 },
      { value: 3, normal: 0 },
      { value: "much", normal: 1 },
    ]) {
      expect(deviationOf(metrics)).toBeNull();
    }
  });
});
