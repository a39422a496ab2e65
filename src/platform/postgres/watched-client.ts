import { Socket } from "node:net";
import pg from "pg";
import { joinWrites } from "../join-writes.ts";
import type { Waiting } from "../silence.ts";

/** Longest that a new connection may take. */
const CONNECT_MS = 3_000;
/** Longest that a server may take to close a connection that this process ends. */
const END_MS = 1_000;
/** Longest that a statement may take to leave this process: one with many values over a slow line. */
const SENDING_MS = 15_000;
/** How long an idle connection waits before TCP asks whether its peer is still there; each second after that again. */
const KEEP_ALIVE_MS = 5_000;

/** A connection that knows how long its server has been silent, and can be dropped in any state. */
export class WatchedClient extends pg.Client implements Waiting {
  readonly #socket: Socket;
  /** Process id of the server's side; another one behind a connection pooler. */
  declare readonly processID: number | null;
  /** The first error of the connection, after which it is useless. */
  broken: Error | undefined;
  #waits = 0;
  #since = 0;
  #heard = 0;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    joinWrites(socket);
    super({
      ...config,
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.#socket = socket;
    // The statement under way, or the next one, rejects with it.
    this.on("error", (error) => {
      this.broken ??= error;
    });
  }

  /** Runs a statement. Several separated by semicolons, without values, have an array of results. */
  async execute(statement: string | pg.QueryConfig, values?: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#waits++ === 0) this.#heardNow();
    try {
      return await this.query(statement, values as unknown[] | undefined);
    } finally {
      this.#waits--;
      this.#heardNow();
    }
  }

  silentSince(): number | undefined {
    if (this.#waits === 0) return undefined;
    if (this.#socket.bytesRead !== this.#heard) this.#heardNow();
    return this.#socket.writableLength === 0 ? this.#since : this.#since + SENDING_MS;
  }

  giveUp(): void {
    const error = new Error("Postgres is silent on this connection");
    this.#socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.#socket.destroy(), END_MS).unref();
    return callback ? super.end(callback) : super.end();
  }

  #heardNow(): void {
    this.#since = performance.now();
    this.#heard = this.#socket.bytesRead;
  }
}
