import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { registerMetrics } from "../../src/platform/metrics.ts";

it("scrapes metrics without a value, with labels and without", async () => {
  const registry = new Registry();
  const read = async () => [];
  registerMetrics(registry, [
    { name: "with_labels", help: "By kind", labels: ["kind"], read },
    { name: "without_labels", help: "One value", read },
    { name: "counted", help: "By kind", type: "counter", labels: ["kind"], read },
  ]);
  expect((await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
});
