import type { App } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import { createLogger, type Logger } from "../platform/log.ts";
import type { OpenStores } from "../stores.ts";
import { CommandError, FAILURE, type Io, printLine, reportFailure } from "./io.ts";

/** What a command works with: the parts of the service over the service's own stores. */
export interface CommandApp {
  app: App;
  config: Config;
  stores: OpenStores;
  log: Logger;
}

/** A command's log goes to standard error, and only what somebody should know: standard output belongs to its result. */
function commandLog(config: Pick<Config, "logLevel">, io: Io): Logger {
  const level = config.logLevel === "info" ? "warn" : config.logLevel;
  return createLogger(level, { write: (text) => io.stderr.write(text) });
}

/**
 * Does the work over the stores of the environment: the configured ones, else embedded ones of a service that runs, else
 * embedded ones that are started for as long as it takes. Whatever was opened is closed again, also by SIGINT and SIGTERM.
 * @param clock of the parts, where a command needs one of its own
 */
export async function withApp<T>(io: Io, work: (opened: CommandApp) => Promise<T>, clock?: Clock): Promise<T> {
  const { interrupted, ignore } = interruption();
  try {
    return await workUntil(interrupted, io, work, clock);
  } finally {
    ignore();
  }
}

async function workUntil<T>(
  interrupted: AbortSignal,
  io: Io,
  work: (opened: CommandApp) => Promise<T>,
  clock?: Clock,
): Promise<T> {
  const config = loadConfig(io.env);
  const log = commandLog(config, io);
  // Loaded where it is needed: `--help` and `scan` need none of it.
  const [{ createApp }, { openStores }] = await Promise.all([import("../app.ts"), import("../stores.ts")]);
  const stores = await openStores(config, {
    log,
    signal: interrupted,
    embedded: "either",
    onStart: (home) => printLine(io.stderr, `No service runs: starting the stores in ${home} for this command ...`),
  });
  const leave = () => {
    reportFailure(interrupted.reason, io);
    void stores.stop().finally(() => process.exit(FAILURE));
  };
  interrupted.addEventListener("abort", leave, { once: true });
  try {
    interrupted.throwIfAborted();
    const app = createApp(config, { log, stores, ...(clock && { clock }) });
    try {
      return await work({ app, config, stores, log });
    } finally {
      await app.stopWork(5_000);
      await app.close();
    }
  } finally {
    await stores.stop();
  }
}

/**
 * `interrupted` is aborted by the first signal that asks us to stop; a second one ends the process as usual, and so does
 * any after `ignore`.
 */
function interruption(): { interrupted: AbortSignal; ignore: () => void } {
  const controller = new AbortController();
  const listeners = (["SIGINT", "SIGTERM"] as const).map((name) => {
    const abort = () => controller.abort(new CommandError(`stopped by ${name}`));
    process.once(name, abort);
    return () => void process.off(name, abort);
  });
  const ignore = () => {
    for (const remove of listeners) remove();
  };
  return { interrupted: controller.signal, ignore };
}
