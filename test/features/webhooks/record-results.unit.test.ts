import { expect, it, vi } from "vitest";
import { createResultRecorder, type DeliveryResult } from "../../../src/features/webhooks/sending/record-results.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";

const ended = new Date();
const result = (webhookId: string, standing: DeliveryResult["health"]): DeliveryResult => ({
  id: newId(),
  attempts: 0,
  step: 0,
  status: "delivered",
  dueAt: null,
  responseStatus: 200,
  error: null,
  ended,
  webhookId,
  health: standing,
});

it("recording results disables a webhook after a 410, whatever other results of the batch say", async () => {
  const queries: string[] = [];
  const query = async (text: string) => {
    queries.push(text);
    return [];
  };
  const postgres = { query } as unknown as Postgres;
  const disable = vi.fn(async () => undefined);
  const recorder = createResultRecorder({ postgres, log: createLogger("silent"), disable });
  const [gone, well] = [newId(), newId()];
  await Promise.all([
    // Is recorded individually, while the others form a batch.
    recorder.record(result(newId(), undefined)),
    recorder.record(result(gone, { disable: "gone" })),
    recorder.record(result(gone, { failingSince: null })),
    recorder.record(result(well, { failingSince: ended })),
    recorder.record(result(well, { failingSince: null })),
  ]);
  expect(disable.mock.calls).toEqual([[gone, "gone", ended]]);
  expect(queries.filter((text) => text.includes("set failing_since"))).toHaveLength(1);
});
