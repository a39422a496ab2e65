import { unavailable } from "../errors.ts";
import { TimeLimitPassed, within } from "./within.ts";

export interface PingDeps {
  /** Of the error when nothing was answered. */
  message: string;
  /** Puts a question to the store; rejects with the error for the caller. */
  ask(): Promise<unknown>;
  /** Answers that the store gave so far, to any statement. */
  answers(): number;
}

/**
 * Whether a store answers. A pool whose connections are all in use keeps the question waiting: an answer to another
 * statement in that time proves as much.
 *
 * @throws what `ask` throws, or AppError SERVICE_UNAVAILABLE when nothing was answered within `timeoutMs`
 */
export async function ping({ message, ask, answers }: PingDeps, timeoutMs: number): Promise<void> {
  const before = answers();
  try {
    await within(timeoutMs, ask());
  } catch (error) {
    if (!(error instanceof TimeLimitPassed)) throw error;
    if (answers() === before) throw unavailable(message, error);
  }
}
