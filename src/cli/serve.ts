import type { Command } from "commander";
import { isNpmScript, loadConfig } from "../config.ts";
import { createLogger, type Logger } from "../platform/log.ts";
import type { Service } from "../service.ts";
import { CommandError, FAILURE, type Io } from "./io.ts";
import { ownVersion } from "./version.ts";
import { createWelcome, humanLog } from "./welcome.ts";

/** The whole of a stop; what is not done by then is left to the next start. */
const STOP_MS = 9_800;
/** In a terminal one Ctrl-C can reach us twice: from the terminal, and from npm. */
const SAME_SIGNAL_MS = 500;

/** Runs the service until it is told to stop. */
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
  dieOfFaults(log);
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
  // Whoever runs the service can start it again, stores and all.
  if (!starting.signal.aborted) throw new CommandError(`The service stopped: ${why}`);
}

/** Resolves with the first reason to stop. From then on a second signal ends the process; its stores stop by themselves. */
function stopRequest(npmScript: boolean): Promise<string> {
  let firstAt: number | undefined;
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) {
      process.on(name, () => {
        firstAt ??= performance.now();
        resolve(name);
        if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(FAILURE);
      });
    }
    if (npmScript) whenOrphaned(() => resolve("npm ended"));
  });
}

/** npm passes a signal on to the shell between us alone, and that one ends without a word: nobody could stop us any more. */
function whenOrphaned(tell: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, 250).unref();
}

/** What nobody handles leaves the process in a state that nobody knows: it ends, and is started anew by whoever runs it. */
function dieOfFaults(log: Logger): void {
  for (const event of ["unhandledRejection", "uncaughtException"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(FAILURE);
    });
  }
}
