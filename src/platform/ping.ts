import { unavailable } from "../errors.ts";

export interface PingDeps {
  /** Of the error when nothing was answered. */
  message: string;
  /** Puts a question to the store; rejects with what the caller is told. */
  ask(): Promise<unknown>;
  /** Answers that the store gave so far, to whatever statement. */
  answers(): number;
}

/**
 * Whether a store answers. A pool whose connections are all in use keeps the question waiting: an answer to another
 * statement in that time tells as much.
 *
 * @throws what `ask` throws, or AppError SERVICE_UNAVAILABLE when nothing was answered within `timeoutMs`
 */
export async function ping({ message, ask, answers }: PingDeps, timeoutMs: number): Promise<void> {
  const before = answers();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => (answers() > before ? resolve() : reject(unavailable(message))), timeoutMs);
  });
  try {
    await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}
