import { expect, it, vi } from "vitest";
import { createSettler, type Result } from "../../../src/features/webhooks/sending/record-results.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";

const ended = new Date();
const result = (webhookId: string, standing: Result["standing"]): Result => ({
  id: newId(),
  attempts: 0,
  step: 0,
  status: "delivered",
  dueAt: null,
  responseStatus: 200,
  error: null,
  ended,
  webhookId,
  standing,
});

it("recording results disables a webhook after a 410, whatever other results of the batch say", async () => {
  const queries: string[] = [];
  const query = async (text: string) => {
    queries.push(text);
    return [];
  };
  const postgres = { query } as unknown as Postgres;
  const disable = vi.fn(async () => undefined);
  const settler = createSettler({ postgres, log: createLogger("silent"), disable });
  const [gone, well] = [newId(), newId()];
  await Promise.all([
    // Is recorded individually, while the others form a batch.
    settler.settle(result(newId(), undefined)),
    settler.settle(result(gone, { disable: "gone" })),
    settler.settle(result(gone, { failingSince: null })),
    settler.settle(result(well, { failingSince: ended })),
    settler.settle(result(well, { failingSince: null })),
  ]);
  expect(disable.mock.calls).toEqual([[gone, "gone", ended]]);
  expect(queries.filter((text) => text.includes("set failing_since"))).toHaveLength(1);
});
