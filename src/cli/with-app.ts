import type { App } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { createLogger, type Logger } from "../platform/log.ts";
import type { OpenStores } from "../stores.ts";
import { CommandError, FAILURE, type Io, printLine, reportFailure } from "./io.ts";

/** The application that a command uses, on the service's own stores. */
export interface CommandApp {
  app: App;
  config: Config;
  stores: OpenStores;
  log: Logger;
}

/** Logger of a command: warnings and errors on standard error; standard output is for the result. */
function commandLog(config: Pick<Config, "logLevel">, io: Io): Logger {
  const level = config.logLevel === "info" ? "warn" : config.logLevel;
  return createLogger(level, { write: (text) => io.stderr.write(text) });
}

/**
 * Runs `work` on the stores of the environment: the configured ones, else the embedded ones of a running service, else
 * embedded ones that it starts for the duration. Closes what it opened, also on SIGINT and SIGTERM.
 */
export async function withApp<T>(io: Io, work: (opened: CommandApp) => Promise<T>): Promise<T> {
  const { interrupted, ignore } = interruption();
  try {
    return await workUntil(interrupted, io, work);
  } finally {
    ignore();
  }
}

async function workUntil<T>(interrupted: AbortSignal, io: Io, work: (opened: CommandApp) => Promise<T>): Promise<T> {
  const config = loadConfig(io.env);
  const log = commandLog(config, io);
  // Loaded lazily: `--help` and `scan` do not need it.
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
    const app = createApp(config, { log, stores });
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
 * The first stop signal aborts `interrupted`; a second one ends the process as usual, and so does any after `ignore`.
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
