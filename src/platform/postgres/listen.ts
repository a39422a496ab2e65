import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import { WatchedClient } from "./watched-client.ts";

export interface Listener {
  channel: string;
  onNotify(payload: string): void;
  /** Called for each connection that listens, the first too: notifications before it are lost. */
  onListening?: (() => void) | undefined;
}

const RECONNECT_MS = 1_000;
/** Interval of the statements that prove that the connection lives, and longest that one may take. */
const HEARTBEAT_MS = 3_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;

/**
 * Listens on a connection of its own, and on another one a second after that was lost or fell silent. Resolves after the
 * first attempt, with a function that stops listening.
 */
export async function listen(
  connection: pg.ClientConfig,
  { channel, onNotify, onListening }: Listener,
  log: Logger,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let client: WatchedClient | undefined;

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);

  const execute = async (statement: string) => {
    const current = client;
    const late = setTimeout(() => current?.giveUp(), HEARTBEAT_TIMEOUT_MS);
    try {
      await current?.execute(statement);
    } finally {
      clearTimeout(late);
    }
  };

  /** Listens on a new connection; rejects if that fails. */
  const connect = async () => {
    client = new WatchedClient(connection);
    client.on("notification", (message) => onNotify(message.payload ?? ""));
    await client.connect();
    await execute(`listen ${pg.escapeIdentifier(channel)}`);
    onListening?.();
  };

  const disconnect = async () => {
    const old = client;
    client = undefined;
    await old?.end().catch(() => undefined);
  };

  /** Returns once the connection is lost. */
  const watchOver = async () => {
    while (!stopping.signal.aborted) {
      await pause(HEARTBEAT_MS);
      if (!stopping.signal.aborted) await execute("select 1");
    }
  };

  const reportLoss = (error: unknown) => {
    if (stopping.signal.aborted) return;
    log.warn({ error: coerceError(error).message, channel }, "the listening connection to Postgres was lost");
  };

  const keepListening = async (first: Promise<void>) => {
    let attempt = first;
    for (;;) {
      await attempt.then(watchOver).catch(reportLoss);
      await disconnect();
      await pause(RECONNECT_MS);
      if (stopping.signal.aborted) return;
      attempt = connect();
    }
  };

  const first = connect();
  const kept = keepListening(first);
  await first.catch(() => undefined);
  return async () => {
    stopping.abort();
    await disconnect();
    await kept;
  };
}
