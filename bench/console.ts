import { browser } from "../test/console/browser.ts";
import { withBench } from "./support/bench.ts";
import { filterCis } from "./support/console/ci-filters.ts";
import { eventsShown } from "./support/console/events-shown.ts";
import { firstContent } from "./support/console/first-content.ts";
import { seedMap } from "./support/console/map-estate.ts";
import { type Motion, mapFrames } from "./support/console/map-frames.ts";
import { defineFigure } from "./support/figure.ts";
import { seedCis } from "./support/seed.ts";
import { serviceEnvironment, startService } from "./support/service.ts";
import { median, percentile, round } from "./support/statistics.ts";

const range = (values: readonly number[]) => `${round(Math.min(...values))} to ${round(Math.max(...values))}`;
const motion = (one: Motion) =>
  `${round(one.perSecond)} frames/s that follow the mouse, ${round(one.framesPerSecond)} in all; ` +
  `p95 ${round(one.p95)} ms between two, worst ${round(one.worst)} ms; scripts ${round(100 * one.scriptShare)} % of the time`;

export const figure = defineFigure({
  what:
    "the console in Chromium over loopback: overview with a cold cache and JavaScript that comes with it; a filter of the list of CIs " +
    "until its rows are shown; frames of a moved map; an event from its answer until it is shown, p99, idle and among others",
  marks: {
    first_content: { unit: "ms", better: "lower", must: 1_000, aim: 500 },
    javascript: { unit: "kB", better: "lower", must: 250, aim: 150 },
    ci_filter: { unit: "ms", better: "lower", must: 300, aim: 100 },
    map_frames: { unit: "/s", better: "higher", must: 30, aim: 60 },
    event_shown: { unit: "ms", better: "lower", must: 1_000, aim: 200 },
    event_shown_busy: { unit: "ms", better: "lower", must: 1_000, aim: 200 },
  },
  settings: { cis: 100_000, rounds: 9, nodes: 2_000, links: 4_000, seconds: 5, events: 200, rate: 100 },

  run: ({ cis, rounds, nodes, links, seconds, events, rate }, say) =>
    withBench(say, async ({ stores, graph, newTenant }) => {
      const tenant = await newTenant();
      say(`seeding ${cis} CIs ...`);
      const ids = await seedCis(graph, tenant.id, cis);
      const depth = await seedMap(graph, tenant.id, ids, { nodes, links });
      const service = await startService(serviceEnvironment(stores));
      const chromium = await browser();
      try {
        const target = { browser: chromium, port: service.port, tenant };
        say("first content ...");
        const first = await firstContent(target, cis, rounds);
        say("filters ...");
        const filtered = await filterCis(target, ids, rounds);
        say("map ...");
        const map = await mapFrames(target, ids[0]!, { nodes, links, depth }, { rounds: 3, seconds });
        say("events ...");
        const shown = await eventsShown(target, { events, rate });
        const all = [...filtered.type, ...filtered.status, ...filtered.text];
        return {
          marks: {
            first_content: median(first.shown),
            javascript: first.scripts.bytes / 1_000,
            ci_filter: median(all),
            map_frames: Math.min(map.pan.perSecond, map.zoom.perSecond, map.near.perSecond),
            event_shown: percentile(shown.idle, 99),
            event_shown_busy: percentile(shown.busy, 99),
          },
          details: {
            first_content_ms: range(first.shown),
            bare_page_ms: `${round(median(first.bare))} (${range(first.bare)})`,
            times_bare_page: median(first.shown) / median(first.bare),
            from_login_ms: `${round(median(first.fromLogin))} (${range(first.fromLogin)})`,
            scripts: `${first.scripts.count} files, ${first.scripts.encodings}; ${first.requests} requests in all`,
            filter_type_ms: `${round(median(filtered.type))} (${range(filtered.type)})`,
            filter_status_ms: `${round(median(filtered.status))} (${range(filtered.status)})`,
            filter_text_ms: `${round(median(filtered.text))} (${range(filtered.text)})`,
            filter_p95_ms: percentile(all, 95),
            same_question_to_service_ms: `${round(median(filtered.service))} (${range(filtered.service)})`,
            map_settled_ms: range(map.settledMs),
            map_pan: motion(map.pan),
            map_zoom: motion(map.zoom),
            map_near: motion(map.near),
            bare_canvas: motion(map.bare),
            event_median_ms: `${round(median(shown.idle))}; ${round(median(shown.busy))} among ${round(shown.othersPerSecond)} others a second`,
          },
          verified: [
            "the overview shows the number of CIs that were made",
            "the list shows the service's number of matches after each round of filters",
            "the map says that all its CIs and relationships are shown",
            "each event was shown",
          ],
        };
      } finally {
        await chromium.close();
        await service.stop();
      }
    }),
});
