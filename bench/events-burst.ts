import { signIn } from "../test/embedded/faults/client.ts";
import { eventBurst } from "../test/embedded/faults/event-burst.ts";
import { ownStores } from "../test/embedded/faults/own-stores.ts";
import { endServices, startServiceProcess } from "../test/embedded/faults/service-process.ts";
import { defineFigure } from "./support/figure.ts";

/** Always on stores of its own, since one of them is stopped. */
export const figure = defineFigure({
  what: "a burst of events while Postgres restarts: the longest answer, and the time until events are taken again",
  marks: {
    slowest_answer: { unit: "s", better: "lower", must: 5.5, aim: 5.5 },
    recovery: { unit: "s", better: "lower", must: 5, aim: 1 },
  },
  settings: { events: 100_000, at_once: 64, away_seconds: 5 },

  async run({ events, at_once: clients, away_seconds: away }, say) {
    say("starting stores of its own ...");
    const stores = await ownStores();
    try {
      const service = await startServiceProcess(stores.env);
      await service.ready();
      const client = await signIn(service.origin);
      const ledger = await eventBurst({ stores, service, client, events, clients, awayMs: away * 1_000 });
      const { acknowledged, stored, lost, doubled, listed, counted, impolite, answers } = ledger;
      if (lost + doubled + impolite > 0 || [acknowledged, stored, listed, counted].some((n) => n !== events)) {
        throw new Error(`the ledger does not agree: ${JSON.stringify(ledger)}`);
      }
      return {
        marks: { slowest_answer: ledger.slowestMs / 1_000, recovery: ledger.recoveryMs / 1_000 },
        details: { per_second: ledger.perSecond, answers: JSON.stringify(answers) },
        verified: [
          `${acknowledged} acknowledged, ${stored} stored, none twice, none lost`,
          "every refusal 503 with Retry-After",
        ],
      };
    } finally {
      await endServices();
      await stores.stop();
    }
  },
});
