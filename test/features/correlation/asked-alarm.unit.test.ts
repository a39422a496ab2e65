import { describe, expect, it } from "vitest";
import { weighForAlarm } from "../../../src/features/correlation/causes/asked-alarm.ts";
import { alarmSigns, describeCauses } from "../../../src/features/correlation/causes/explain-cause.ts";
import { sizeOf } from "../../../src/features/correlation/causes/symptom-agreement.ts";
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
  const ranked = rankCauses({ graph, alarms, changes: [], about: [asked.ciId] });
  const weighed = weighForAlarm(ranked, alarms, asked.eventId);
  return describeCauses(weighed, graph, alarms, new Set(alarms.map(({ eventId }) => eventId)));
}
const order = (...args: Parameters<typeof causes>) => causes(...args).map(({ ciId }) => ciId);

describe("weighForAlarm", () => {
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

  it("keeps the order and the scores where the event does not say what is wrong", () => {
    const asked = alarm("shop", "Alert");
    const alarms = [asked, alarm("pay", "a", availability(80)), alarm("search", "a", latency(3, 1))];
    const ranked = rankCauses({ graph: shop, alarms, changes: [], about: ["shop"] });
    expect(weighForAlarm(ranked, alarms, asked.eventId)).toBe(ranked);
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

  it("answers nothing for no cause", () => {
    expect(weighForAlarm([], [], "e")).toEqual([]);
  });
});

describe("sizeOf", () => {
  it("compares latencies by their ratio, and availability by the percentage that is missing", () => {
    expect(sizeOf("latency", { value: 2, normal: 1 })).toBeCloseTo(Math.log(2));
    expect(sizeOf("availability", { value: 99, normal: 100 })).toBeCloseTo(Math.log(2));
    expect(sizeOf("availability", { value: 0.99, normal: 1 })).toBeCloseTo(Math.log(2));
  });

  it("is 0 on the healthy side, and undefined where both cannot be compared", () => {
    expect(sizeOf("latency", { value: 0.5, normal: 1 })).toBe(0);
    expect(sizeOf("availability", { value: 100, normal: 99 })).toBe(0);
    expect(sizeOf("latency", { value: 1, normal: 0 })).toBeUndefined();
  });
});
