import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/platform/log.ts";
import { textOf } from "../support/cypher-files.ts";

/** Composed, and never connected. */
const app = createApp(loadConfig({ ORRERY_SECRET: "a secret that is long enough for this" }), {
  log: createLogger("silent"),
  stores: {
    neo4j: { uri: "bolt://127.0.0.1:1", username: "neo4j", password: "none", database: "neo4j" },
    postgresUrl: "postgres://nobody@127.0.0.1:1/none",
  },
});
afterAll(() => app.close());

interface Metric {
  name: string;
  type: string;
  labelNames?: readonly string[];
}

/** Labels by the name of each series that `/metrics` emits. */
const SERIES = new Map(
  (app.metrics.registry.getMetricsAsArray() as unknown as Metric[]).flatMap(({ name, type, labelNames = [] }) => {
    if (type !== "histogram") return [[name, new Set(labelNames)] as const];
    const labels = labelNames.filter((label) => label !== "le");
    return [
      [`${name}_bucket`, new Set([...labels, "le"])] as const,
      [`${name}_sum`, new Set(labels)] as const,
      [`${name}_count`, new Set(labels)] as const,
    ];
  }),
);
/** Added by Prometheus when it scrapes. */
const OF_THE_SCRAPE = ["instance"];
const WORDS = new Set(["by", "without", "and", "or", "unless", "on", "ignoring", "bool", "offset"]);

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description?: string };
}
const rules = (parse(textOf("deploy/prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
interface Panel {
  id: number;
  title: string;
  targets: { expr: string; legendFormat: string }[];
}
const { panels } = JSON.parse(textOf("deploy/grafana/orrery.json")) as { panels: Panel[] };

/** What an expression of PromQL names: series with their selected labels, and labels that it groups by. */
function namesIn(expression: string) {
  const grouped = [...expression.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(",").map((label) => label.trim()),
  );
  const bare = expression.replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, " ").replaceAll(/\[[^\]]*\]/g, " ");
  const series = [...bare.matchAll(/(?<![\w:."])([a-zA-Z_:][\w:]*)\s*(\(|\{[^}]*\})?/g)]
    .filter(([, name, behind]) => behind !== "(" && !WORDS.has(name!))
    .filter(({ 2: behind, index }) => behind?.startsWith("{") || !isInsideBraces(bare, index))
    .map(([, name, selector = ""]) => ({
      name: name!,
      labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!),
    }));
  return { series, grouped };
}

function isInsideBraces(text: string, at: number): boolean {
  return text.lastIndexOf("{", at) > text.lastIndexOf("}", at);
}

function faultsOf(expression: string, shown = ""): string[] {
  const { series, grouped } = namesIn(expression);
  if (series.length === 0) return ["names no series"];
  const known = series.flatMap(({ name }) => [...(SERIES.get(name) ?? [])]).concat(OF_THE_SCRAPE);
  const displayed = [...shown.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label!);
  const pairs: [string, string][] = [
    ["(", ")"],
    ["{", "}"],
    ["[", "]"],
  ];
  return [
    ...series.filter(({ name }) => !SERIES.has(name)).map(({ name }) => `there is no series ${name}`),
    ...series.flatMap(({ name, labels }) =>
      labels.filter((label) => !SERIES.get(name)?.has(label)).map((label) => `${name} has no label ${label}`),
    ),
    ...[...grouped, ...displayed].filter((label) => !known.includes(label)).map((label) => `no series has ${label}`),
    ...pairs
      .filter(([open, close]) => expression.split(open).length !== expression.split(close).length)
      .map(([open]) => `${open} is not closed`),
  ];
}

it("no metric has a label that Prometheus sets itself", () => {
  const own = [...SERIES].filter(([, labels]) => labels.has("job") || labels.has("instance"));
  expect(own).toEqual([]);
});

describe("the names that the check finds", () => {
  it.each([
    ["max(orrery_gone) > 0", /no series orrery_gone/],
    ['sum(rate(orrery_jobs{tenant="a"}[5m]))', /orrery_jobs has no label tenant/],
    ["sum by (shop) (orrery_jobs)", /no series has shop/],
    ["http_request_duration_seconds > 1", /no series http_request_duration_seconds/],
    ["sum(orrery_jobs", /is not closed/],
  ])("refuses %s", (expression, fault) => {
    expect(faultsOf(expression).join("; ")).toMatch(fault);
  });

  it("accepts labels, groups and ranges that exist", () => {
    expect(
      faultsOf('sum by (le) (rate(http_request_duration_seconds_bucket{status=~"5..", route="x"}[5m])) > 1'),
    ).toEqual([]);
  });
});

describe("deploy/prometheus/alerts.yaml", () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))("%s uses what /metrics emits", (_, rule) => {
    expect(faultsOf(rule.expr, `${rule.annotations.summary} ${rule.annotations.description ?? ""}`)).toEqual([]);
    expect(["info", "warning", "critical"]).toContain(rule.labels.severity);
  });

  it("has rules with distinct names, each explained to the operator", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const page = textOf("docs/operating.md");
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("watches every metric of Orrery's own", () => {
    const watched = new Set(rules.flatMap(({ expr }) => namesIn(expr).series.map(({ name }) => name)));
    expect([...SERIES.keys()].filter((name) => name.startsWith("orrery_") && !watched.has(name))).toEqual([]);
  });
});

describe("deploy/grafana/orrery.json", () => {
  it.each(panels.map((panel) => [panel.title, panel] as const))("%s uses what /metrics emits", (_, panel) => {
    expect(panel.targets.flatMap(({ expr, legendFormat }) => faultsOf(expr, legendFormat))).toEqual([]);
  });

  it("has panels with distinct ids, and shows every metric of Orrery", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const shown = new Set(
      panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr).series)).map((s) => s.name),
    );
    expect([...SERIES.keys()].filter((name) => name.startsWith("orrery_") && !shown.has(name))).toEqual([]);
  });
});
