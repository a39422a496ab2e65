import { systemContext } from "../src/context.ts";
import { createAssessChange, createAssessWarmUp } from "../src/features/change-risk/assess/index.ts";
import { createCorrelator } from "../src/features/correlation/index.ts";
import { endedEventsStore } from "../src/features/events/ended-events.store.ts";
import { eventHoursStore } from "../src/features/events/event-hours.store.ts";
import { openEventsStore } from "../src/features/events/open-events.store.ts";
import { windowsStore } from "../src/features/events/windows.store.ts";
import { createImpact } from "../src/features/impact/index.ts";
import { createReach } from "../src/features/reach/index.ts";
import { createRelationships } from "../src/features/relationships/index.ts";
import { DEFAULT_SETTINGS } from "../src/features/settings/index.ts";
import { absentModel } from "../src/platform/ai/index.ts";
import { newId } from "../src/platform/ids.ts";
import { createOutbox } from "../src/platform/jobs/outbox.ts";
import { createLogger } from "../src/platform/log.ts";
import { type Bench, withBench } from "./support/bench.ts";
import { seedChangeEstate } from "./support/change-estate.ts";
import { defineFigure } from "./support/figure.ts";
import { percentile } from "./support/statistics.ts";

/** The end of the year of events that `seedEvents` writes. */
const NOW = new Date("2026-02-01T00:00:00Z");
const HOUR = 3_600_000;

export const figure = defineFigure({
  what: "analysis of a change of five CIs with 500 affected CIs and 20 services, whole, by rules: the first on stores that have just started, after the start's own warm-up, p99 after that, and against the impact of each changed CI asked for on its own",
  marks: {
    cold: { unit: "s", better: "lower", must: 3, aim: 1 },
    warm_p99: { unit: "s", better: "lower", must: 3, aim: 1 },
  },
  settings: { cis: 20_000, affected: 480, services: 20, changed: 5, events: 100_000, rounds: 40, many: 5_000 },

  run: (settings, say) =>
    withBench(say, async (bench) => {
      const { id: tenantId } = await bench.newTenant();
      say(`seeding ${settings.cis} CIs and ${settings.events} events ...`);
      const names = await seedChangeEstate(bench, tenantId, settings);
      const { assess, impactOf, warmUp } = featuresOf(bench, names);
      const ctx = systemContext(tenantId, newId());
      const changed = names.slice(0, settings.changed);
      await warmUp(newId());
      const whole = () => assess(ctx, changeOf(changed), { analysisId: null, taskIntegrationId: null });
      const [cold, first] = await timed(whole);
      const affected = Number.parseInt(first.fields.ai_affected_systems ?? "", 10);
      const services = Number.parseInt(first.fields.ai_affected_services ?? "", 10);
      if (affected !== settings.affected || services !== settings.services) {
        throw new Error(`${affected} CIs and ${services} services are affected`);
      }
      const [ours, baseline]: [number[], number[]] = [[], []];
      for (let round = 0; round < settings.rounds; round++) {
        ours.push((await timed(whole))[0]);
        const oneByOne = async () => {
          for (const id of changed) await impactOf(ctx, id);
        };
        baseline.push((await timed(oneByOne))[0]);
      }
      const many = changeOf(names.filter((_, i) => i % 4 === 3).slice(0, settings.many));
      const [ofMany, found] = await timed(() => assess(ctx, many, { analysisId: null, taskIntegrationId: null }));
      return {
        marks: { cold: cold / 1_000, warm_p99: percentile(ours, 99) / 1_000 },
        details: {
          warm_median_ms: percentile(ours, 50),
          impact_of_each_alone_median_ms: percentile(baseline, 50),
          [`change_of_${settings.many}_cis_ms`]: ofMany,
          affected_by_that: found.fields.ai_affected_systems?.split(":")[0] ?? "",
          open_events_found: first.dimensions.technical.inputs[0]!.value,
        },
        verified: [`${affected} CIs and ${services} services are affected`],
      };
    }),
});

function changeOf(ciIds: string[]) {
  const plan = { plannedStart: new Date(NOW.getTime() + 48 * HOUR), plannedEnd: new Date(NOW.getTime() + 50 * HOUR) };
  return { ciIds, unknownCis: [], notes: [], taskNodeId: "task", priority: "high", category: "normal", ...plan };
}

function featuresOf({ graph, postgres }: Bench, names: readonly string[]) {
  const log = createLogger("warn");
  const clock = { now: () => NOW };
  const outbox = createOutbox({ graph, clock, onCommitted: () => undefined });
  const { failureKinds } = createRelationships({ graph, outbox, clock }).verbs;
  const reach = createReach({ graph, failureKinds });
  const impact = createImpact({ graph, clock, failureKinds, reach: reach.verbs, serviceHealth: async () => new Map() });
  const events = {
    openEvents: (tenantId: string, pairs: readonly { ciId: string; eventId: string }[]) =>
      openEventsStore.read(postgres, tenantId, pairs, NOW),
  };
  const correlation = createCorrelator({
    ...{ graph, postgres, clock, log, events, failureKinds },
    jobs: { send: async () => undefined },
    settings: async () => DEFAULT_SETTINGS,
    storesTakeWrites: async () => true,
  });
  const assess = createAssessChange({
    ...{ graph, postgres, clock, failureKinds },
    model: absentModel,
    recordAiQuery: async (_ctx, _asked, work) => ({ ...(await work("")), queryId: "" }),
    impactOfAll: impact.verbs.impactOfAll,
    openEventsOf: correlation.openEventsOf,
    openIncidentsOf: correlation.openIncidentsOf,
    maintenanceBetween: (tenantId, input) => windowsStore.between(postgres, tenantId, input),
    endedEvents: (tenantId, input) => endedEventsStore.read(postgres, tenantId, input),
    eventsByHour: (tenantId, input) => eventHoursStore.count(postgres, tenantId, input),
    // One other change is in the way of the plan, so that another window is looked for; 200 have an outcome.
    plannedChanges: async (_, __, { ciIds }) => [
      {
        ...{ analysisId: "other", taskNodeId: "other", ciIds: ciIds.slice(0, 1) },
        ...{ from: new Date(NOW.getTime() + 47 * HOUR), to: new Date(NOW.getTime() + 49 * HOUR) },
      },
    ],
    pastChanges: async () =>
      Array.from({ length: 200 }, (_, i) => ({
        ...{ analysisId: `past${i}`, ciIds: [names[i % 400]!], types: ["server"], category: "normal" },
        ...{ succeeded: i % 4 > 0, incidents: 0, at: new Date(NOW.getTime() - i * 24 * HOUR) },
      })),
    holidayCountries: async () => [],
    holidaysBetween: async () => [],
    zoneOf: async () => undefined,
  });
  const ofOwn = createAssessWarmUp({ graph, failureKinds });
  const warmUp = async (tenantId: string) => {
    await reach.warmUp(tenantId);
    await impact.warmUp(tenantId);
    await ofOwn(tenantId);
  };
  return { assess, impactOf: impact.verbs.impactOf, warmUp };
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}
