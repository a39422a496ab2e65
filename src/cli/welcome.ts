import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";
import type { LogDestination, Logger } from "../platform/log.ts";
import type { Service } from "../service.ts";
import { type Io, printLine } from "./io.ts";

/** Messages to the operator who starts the service. */
export interface Welcome {
  starting(): void;
  /** Embedded stores are starting in that folder. */
  storesStart(home: string): void;
  ready(service: Service): void;
}

/**
 * Writes a few plain lines in a terminal, and log lines elsewhere. Shows a generated password once in both cases, as plain
 * text and never in the log.
 */
export function createWelcome(deps: { io: Io; log: Logger; config: Config; version: string }): Welcome {
  const { io, log, config, version } = deps;
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1_000).toFixed(1);
  const say = (text: string) => printLine(io.stdout, text);
  return {
    starting() {
      if (io.isTerminal) say(`Orrery ${version}`);
      else log.info({ version, role: config.role, node: process.versions.node }, "starting");
    },

    storesStart(home) {
      if (!io.isTerminal) return log.info({ home }, "starting embedded stores");
      const shown = path.relative(process.cwd(), home) || home;
      say(`Starting Neo4j and Postgres in ${shown} (about ten seconds; the first time up to a minute or two) ...`);
    },

    ready(service) {
      if (io.isTerminal) say(`Ready after ${seconds()} s.`);
      else log.info({ address: service.origin, role: config.role, seconds: Number(seconds()) }, "ready");
      if (io.isTerminal || service.administrator) for (const line of linesOf(service, config)) say(line);
      if (io.isTerminal) say("\nCtrl-C stops it.");
    },
  };
}

function linesOf({ origin, administrator, generatedPassword }: Service, { role, home }: Config): string[] {
  const isWorker = role === "worker";
  const lines = isWorker
    ? ["", `  Health    ${origin}/health/ready`]
    : ["", `  Address   ${origin}`, `  API docs  ${origin}/docs`];
  if (isWorker && !administrator) return lines;
  // A worker that starts before any other process creates the first administrator.
  if (!administrator) {
    const file = path.join(home, "admin.json");
    return generatedPassword && existsSync(file)
      ? [...lines, `  Sign in   the first administrator's password is in ${file}`]
      : lines;
  }
  const { tenant, email, password, file } = administrator;
  const shownPassword = password === undefined ? "as ORRERY_ADMIN_PASSWORD has it" : `${password}   (kept in ${file})`;
  return [...lines, `  Tenant    ${tenant}`, `  Email     ${email}`, `  Password  ${shownPassword}`];
}

const OMITTED_FIELDS = new Set(["level", "time", "msg", "err", "request_id", "tenant", "actor"]);

/** Formats JSON log lines for a terminal: time, unusual level, message, and other fields as pairs. */
export function humanLog(io: Io): LogDestination {
  return {
    write(text) {
      for (const line of text.split("\n")) if (line !== "") printLine(io.stdout, readable(line));
    },
  };
}

function readable(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const time = String(entry.time).slice(11, 19);
  const level = entry.level === "info" ? "" : `${String(entry.level)} `;
  const pairs = Object.entries(entry).flatMap(([name, value]) =>
    OMITTED_FIELDS.has(name) ? [] : [`${name}=${formatValue(value)}`],
  );
  const { err } = entry as { err?: { stack?: string; message?: string } };
  const fault = err ? ` ${err.stack ?? err.message ?? ""}` : "";
  return `${time} ${level}${String(entry.msg)}${pairs.length > 0 ? ` ${pairs.join(" ")}` : ""}${fault}`;
}

function formatValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
