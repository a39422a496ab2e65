import { type AppError, unavailable } from "../../errors.ts";

/** 503 for a form that takes longer than it may. */
export function tookTooLong(timeoutMs: number, cause?: unknown): AppError {
  const seconds = Math.round(timeoutMs / 1_000);
  return unavailable(
    `The query takes longer than ${seconds} s: ask for less, by a shorter time or further filters`,
    cause,
  );
}
