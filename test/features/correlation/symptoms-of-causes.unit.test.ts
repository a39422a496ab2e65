import { describe, expect, it } from "vitest";
import { alarmSigns, describeCauses } from "../../../src/features/correlation/causes/explain-cause.ts";
import { rankIncidentCauses } from "../../../src/features/correlation/causes/incident-causes.ts";
import { sizeOf } from "../../../src/features/correlation/causes/signs.ts";
import {
  type Alarm,
  type FailureEdge,
  type FailureGraph,
  rankCauses,
} from "../../../src/features/correlation/index.ts";

const kind = { type: "depends_on", outgoing: true, observed: false, optional: false, group: null };

/** `"shop>db"`: shop depends on db. */
function graphOf(...links: string[]): FailureGraph {
  const edges = links.map((link): FailureEdge => {
    const [dependent, needed] = link.split(">") as [string, string];
    return { needed, dependent, ...kind };
  });
  const ids = new Set(edges.flatMap(({ needed, dependent }) => [needed, dependent]));
  const silentDependents = { declared: 0, observed: 0 };
  return { cis: new Map([...ids].map((id) => [id, { id, name: id, type: "service", silentDependents }])), edges };
}

/** An alarm `minutes` after the first, with the title and the metrics of its event. */
function alarm(ciId: string, title: string, metrics: Record<string, unknown> = {}, minutes = 0): Alarm {
  const signs = alarmSigns({ title, source: "probe", metrics, context: {} });
  return { eventId: `${ciId} ${title}`, ciId, at: 1e12 + minutes * 60_000, severity: "high", ...signs };
}

const latency = (value: number, normal: number) => ({ metric: "latency", value, normal });
const availability = (value: number) => ({ metric: "availability", value, normal: 100 });
const shop = graphOf("shop>pay", "shop>search", "search>index");

function causes(graph: FailureGraph, asked: Alarm, others: Alarm[]) {
  const alarms = [asked, ...others];
  const considered = new Set(alarms.map(({ eventId }) => eventId));
  const ranked = rankCauses({ graph, alarms, changes: [], about: [asked.ciId], askedEvent: asked.eventId });
  return describeCauses(ranked, graph, alarms, { considered, askedEvent: asked.eventId });
}
const order = (...args: Parameters<typeof causes>) => causes(...args).map(({ ciId }) => ciId);

describe("rankCauses for one event", () => {
  it("prefers the cause that shows the symptom asked about, in both directions", () => {
    const others = [alarm("pay", "a", availability(80)), alarm("search", "a", latency(3, 1))];
    expect(order(shop, alarm("shop", "availability degraded"), others)[0]).toBe("pay");
    expect(order(shop, alarm("shop", "latency degraded"), others)[0]).toBe("search");
  });

  it("takes errors, unavailability and what is down for one kind of fault", () => {
    const others = [alarm("pay", "HTTP 503"), alarm("search", "a", latency(3, 1))];
    expect(order(shop, alarm("shop", "is unreachable"), others)[0]).toBe("pay");
  });

  it("takes a small deviation for noise", () => {
    const others = [alarm("pay", "a", latency(1.6, 1)), alarm("search", "a", latency(3, 1))];
    expect(order(shop, alarm("shop", "slow"), others)[0]).toBe("search");
    const turned = [alarm("pay", "a", latency(3, 1)), alarm("search", "a", latency(1.6, 1))];
    expect(order(shop, alarm("shop", "slow"), turned)[0]).toBe("pay");
  });

  it("prefers what began with the alarm to what was wrong long before", () => {
    const others = [alarm("pay", "a", latency(3, 1), -1), alarm("search", "a", latency(3, 1), -15)];
    expect(order(shop, alarm("shop", "slow"), others)[0]).toBe("pay");
  });

  it("follows a chain to its upstream end where all of it shows the symptom", () => {
    const others = [alarm("search", "a", latency(3, 1)), alarm("index", "a", latency(4, 1))];
    expect(order(shop, alarm("shop", "slow"), others)[0]).toBe("index");
  });

  it("finds the cause of an event that does not say what is wrong", () => {
    const others = [alarm("search", "a", latency(3, 1)), alarm("index", "a", latency(4, 1))];
    expect(order(shop, alarm("shop", "Alert"), others)[0]).toBe("index");
  });

  it("does not let the larger alarm of an effect follow from a small one of a CI that it needs", () => {
    const others = [alarm("search", "a", latency(2, 1)), alarm("index", "a", latency(1.6, 1))];
    expect(order(shop, alarm("shop", "slow"), others)[0]).toBe("search");
  });

  it("finds a cause that shows another kind of fault than its only effect, where others agree with it", () => {
    const farm = graphOf("app>vm", "vm>host", "vm2>host", "vm3>host", "app2>vm2");
    const others = [
      alarm("host", "a", latency(12, 1)),
      alarm("vm", "HTTP errors"),
      alarm("vm2", "slow"),
      alarm("vm3", "slow"),
      alarm("app2", "slow"),
    ];
    expect(order(farm, alarm("app", "a", availability(95)), others)[0]).toBe("host");
  });

  it("finds a silent cause whose effects show different kinds of faults", () => {
    const farm = graphOf("app>vm", "vm>host", "vm2>host", "vm3>host", "vm4>host");
    const others = ["vm", "vm2", "vm3", "vm4"].map((ci, n) => alarm(ci, n % 2 ? "slow" : "HTTP errors"));
    expect(order(farm, alarm("app", "HTTP 503"), others)[0]).toBe("host");
  });

  it("keeps apart a storm beside the event: its many alarms speak for no cause that shows another fault long before", () => {
    const chain = ["shop>flow", "flow>a", "a>b", "flow>c", "c>b", "flow>d", "d>b"];
    const estate = graphOf("shop>pay", ...chain);
    const storm = ["flow", "a", "c", "d", "b"].map((ci) => alarm(ci, "a", latency(6, 1), -12));
    const asked = alarm("shop", "availability degraded");
    expect(order(estate, asked, [...storm, alarm("pay", "a", availability(90))])[0]).toBe("pay");
    expect(order(estate, alarm("flow", "slow", {}, -11), storm.slice(1))[0]).toBe("b");
  });

  it("takes a full disk on the CI of the event for its cause", () => {
    const others = [alarm("shop", "disk full", { value: 98, normal: 40 }), alarm("search", "a", latency(1.6, 1))];
    expect(order(graphOf("shop>search", "web>shop"), alarm("shop", "slow"), [...others, alarm("web", "slow")])[0]).toBe(
      "shop",
    );
  });

  it("names symptom and deviation of the cause in its explanation", () => {
    const asked = alarm("shop", "availability degraded");
    const [first] = causes(shop, asked, [alarm("pay", "a", availability(85.6)), alarm("search", "a", latency(3, 1))]);
    expect(first?.explanation).toContain(
      "It alarms itself: availability, 14 % below normal, the kind of fault that the event asked about shows.",
    );
    const [, second] = causes(shop, asked, [
      alarm("pay", "a", availability(85.6)),
      alarm("search", "a", latency(3, 1)),
    ]);
    expect(second?.explanation).toContain("latency, 200 % above normal, another kind of fault");
  });
});

describe("rankIncidentCauses", () => {
  function causesOf(graph: FailureGraph, alarms: Alarm[]) {
    const ranked = rankIncidentCauses({ graph, alarms, changes: [] });
    return describeCauses(ranked, graph, alarms, { considered: new Set(alarms.map(({ eventId }) => eventId)) });
  }

  it("asks for the cause of the worst alarm that depends on most others, beside a storm of another fault", () => {
    const chain = ["shop>flow", "flow>a", "a>b", "flow>c", "c>b", "flow>d", "d>b"];
    const estate = graphOf("shop>pay", ...chain);
    const storm = ["flow", "a", "c", "d", "b"].map((ci) => alarm(ci, "a", latency(6, 1), -12));
    const shown = { ...alarm("shop", "availability degraded"), severity: "critical" as const };
    const alarms = [...storm, alarm("pay", "a", availability(90)), shown];
    expect(rankCauses({ graph: estate, alarms, changes: [] })[0]?.ciId).toBe("b");
    expect(causesOf(estate, alarms)[0]?.ciId).toBe("pay");
  });

  it("counts all alarms alike where none says what is wrong, or none depends on another", () => {
    for (const [graph, title] of [
      [shop, "Alert fired"],
      [graphOf("pay>base", "search>base"), "slow"],
    ] as const) {
      const alarms = [alarm("pay", title), alarm("search", title)];
      expect(rankIncidentCauses({ graph, alarms, changes: [] })).toEqual(rankCauses({ graph, alarms, changes: [] }));
    }
  });

  it("gives posteriors that add up to at most 1, the largest first", () => {
    const alarms = [alarm("shop", "slow"), alarm("pay", "a", latency(3, 1)), alarm("index", "disk full")];
    const all = rankIncidentCauses({ graph: shop, alarms, changes: [] }).map(({ probability }) => probability);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(all.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it("weighs symptoms and deviations by the same rule, and names them", () => {
    const alarms = [
      alarm("shop", "availability degraded"),
      alarm("pay", "a", availability(80)),
      alarm("search", "a", latency(1.6, 1)),
    ];
    const [first] = causesOf(shop, alarms);
    expect(first?.ciId).toBe("pay");
    expect(first?.explanation).toContain(
      "It alarms itself: availability, 20 % below normal, the kind of fault that most events that it explains show.",
    );
    const turned = [alarm("shop", "slow"), alarm("pay", "a", availability(98.6)), alarm("search", "a", latency(4, 1))];
    expect(causesOf(shop, turned)[0]?.ciId).toBe("search");
  });
});

describe("sizeOf", () => {
  it("compares latencies by their ratio, and availability by the percentage that is missing", () => {
    expect(sizeOf("latency", { value: 2, normal: 1 })).toBeCloseTo(Math.log(2));
    expect(sizeOf("availability", { value: 99, normal: 100 })).toBeCloseTo(Math.log(2));
    expect(sizeOf("availability", { value: 0.99, normal: 1 })).toBeCloseTo(Math.log(2));
  });

  it("reads errors below normal as the share of requests that succeed", () => {
    expect(sizeOf("errors", { value: 95, normal: 100 })).toBeCloseTo(Math.log(6));
    expect(sizeOf("errors", { value: 20, normal: 2 })).toBeCloseTo(Math.log(10));
  });

  it("gives a size to saturation and to unnamed values only where they doubled or halved", () => {
    expect(sizeOf("saturation", { value: 97, normal: 80 })).toBeUndefined();
    expect(sizeOf("saturation", { value: 97, normal: 20 })).toBeCloseTo(Math.log(4.85));
    expect(sizeOf("other", { value: 90, normal: 100 })).toBeUndefined();
    expect(sizeOf("other", { value: 25, normal: 100 })).toBeCloseTo(Math.log(4));
  });

  it("is 0 on the healthy side, and undefined where both cannot be compared", () => {
    expect(sizeOf("latency", { value: 0.5, normal: 1 })).toBe(0);
    expect(sizeOf("availability", { value: 100, normal: 99 })).toBe(0);
    expect(sizeOf("latency", { value: 1, normal: 0 })).toBeUndefined();
  });
});
