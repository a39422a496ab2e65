import { unavailable } from "../../errors.ts";
import type { Waiting } from "../silence.ts";

/** One use of a connection, from before it is acquired until it is released. */
export class Flight implements Waiting {
  /** The server shows it with the transaction. */
  readonly mark: string;
  /** Rejects with AppError 503 once the connection is given up. */
  readonly givenUp: Promise<never>;
  readonly #outside: (part: () => Promise<unknown>) => Promise<unknown>;
  #reject!: (error: Error) => void;
  #waits = 1;
  #since = performance.now();

  /** @param outside runs what is not the driver's own work */
  constructor(mark: string, outside: <T>(part: () => Promise<T>) => Promise<T>) {
    this.mark = mark;
    this.#outside = outside as (part: () => Promise<unknown>) => Promise<unknown>;
    this.givenUp = new Promise((_, reject) => {
      this.#reject = reject;
    });
    // Nobody may be waiting for it.
    this.givenUp.catch(() => undefined);
  }

  silentSince(): number | undefined {
    return this.#waits > 0 ? this.#since : undefined;
  }

  giveUp(): void {
    this.#reject(unavailable("The graph store cannot be reached", new Error("Neo4j is silent on this connection")));
  }

  /** The work between two statements: the server is asked for nothing. */
  async atRest<T>(work: () => Promise<T>): Promise<T> {
    this.#change(-1);
    try {
      return (await this.#outside(work)) as T;
    } finally {
      this.#change(1);
    }
  }

  /** A statement within the work of `atRest`. */
  async waiting<T>(answer: PromiseLike<T>): Promise<T> {
    this.#change(1);
    try {
      return await answer;
    } finally {
      this.#change(-1);
    }
  }

  #change(by: 1 | -1): void {
    this.#waits += by;
    this.#since = performance.now();
  }
}
