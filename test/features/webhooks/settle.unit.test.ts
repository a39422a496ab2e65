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

it("a webhook whose receiver is gone is disabled, whatever the answers that came with that one say", async () => {
  const queries: string[] = [];
  const query = async (text: string) => {
    queries.push(text);
    return [];
  };
  const postgres = { query } as unknown as Postgres;
  const disable = vi.fn(async () => undefined);
  const settler = createResultRecorder({ postgres, log: createLogger("silent"), disable });
  const [gone, well] = [newId(), newId()];
  await Promise.all([
    // Is written down by itself, while the others gather.
    settler.record(result(newId(), undefined)),
    settler.record(result(gone, { disable: "gone" })),
    settler.record(result(gone, { failingSince: null })),
    settler.record(result(well, { failingSince: ended })),
    settler.record(result(well, { failingSince: null })),
  ]);
  expect(disable.mock.calls).toEqual([[gone, "gone", ended]]);
  expect(queries.filter((text) => text.includes("set failing_since"))).toHaveLength(1);
});
