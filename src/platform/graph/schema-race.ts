import { setTimeout as sleep } from "node:timers/promises";
import { isSchemaRace } from "./faults.ts";

const MAX_TRIES = 8;

/** Makes an idempotent change of the schema; tries again after a concurrent one. */
export async function despiteSchemaRaces(change: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await change();
      return;
    } catch (error) {
      if (tries >= MAX_TRIES || !isSchemaRace(error)) throw error;
      await sleep(Math.random() * 50 * tries);
    }
  }
}
