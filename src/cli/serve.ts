import type { Command } from "commander";
import { isNpmScript, loadConfig } from "../config.ts";
import { createLogger, type Logger } from "../platform/log.ts";
import { ownVersion } from "../platform/own-version.ts";
import type { Service } from "../service.ts";
import { CommandError, FAILURE, type Io } from "./io.ts";
import { createWelcome, humanLog } from "./welcome.ts";

/** Deadline of a shutdown; the next start finishes the rest. */
const STOP_MS = 9_800;
/** One Ctrl-C can reach the process twice, from the terminal and from npm: a second signal within this time is ignored. */
const DUPLICATE_SIGNAL_MS = 500;

/** `orrery serve`: runs the service until it is asked to stop. */
export function addServe(program: Command, io: Io): void {
  program
    .command("serve")
    .description("run the service (what `npm start` does); SIGINT or SIGTERM stops it, a second one at once")
    .addHelpText(
      "after",
      "\nPORT, HOST, DATABASE_URL, NEO4J_URI, ORRERY_HOME, ORRERY_ROLE and more: see docs/configuration.md.",
    )
    .action(() => serveUntilStopped(io));
}

async function serveUntilStopped(io: Io): Promise<void> {
  const config = loadConfig(io.env);
  const log = io.isTerminal ? createLogger(config.logLevel, humanLog(io)) : createLogger(config.logLevel);
  const welcome = createWelcome({ io, log, config, version: ownVersion() });
  const starting = new AbortController();
  const stopped = stopRequest(isNpmScript(io.env)).then((why) => {
    starting.abort(new Error(`stopped: ${why}`));
    return why;
  });
  exitOnUnhandledErrors(log);
  welcome.starting();
  const { startService } = await import("../service.ts");
  let service: Service;
  try {
    service = await startService(config, { log, signal: starting.signal, onStoresStart: welcome.storesStart });
  } catch (error) {
    if (starting.signal.aborted) return;
    throw error;
  }
  welcome.ready(service);
  const lost = service.lost.then((store) => `${store} ended by itself`);
  const why = await Promise.race([stopped, lost]);
  log.info({ why }, "stopping");
  const late = setTimeout(() => {
    log.error("not everything ended in time");
    process.exit(FAILURE);
  }, STOP_MS);
  await service.stop();
  clearTimeout(late);
  log.info("stopped");
  // The supervisor can start the service again, including its stores.
  if (!starting.signal.aborted) throw new CommandError(`The service stopped: ${why}`);
}

/** Resolves with the first reason to stop. After it, a second signal ends the process; its stores stop by themselves. */
function stopRequest(npmScript: boolean): Promise<string> {
  let firstAt: number | undefined;
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) {
      process.on(name, () => {
        firstAt ??= performance.now();
        resolve(name);
        if (performance.now() - firstAt > DUPLICATE_SIGNAL_MS) process.exit(FAILURE);
      });
    }
    if (npmScript) whenOrphaned(() => resolve("npm ended"));
  });
}

/** Resolves when the parent process is gone: npm signals only its shell, which exits without passing the signal on. */
function whenOrphaned(tell: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, 250).unref();
}

/** Exits on unhandled errors, after which the state of the process is unknown; the supervisor restarts it. */
function exitOnUnhandledErrors(log: Logger): void {
  for (const event of ["unhandledRejection", "uncaughtException"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(FAILURE);
    });
  }
}
