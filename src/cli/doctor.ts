import type { Command } from "commander";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { coerceError } from "../errors.ts";
import type { Examination } from "../features/doctor/index.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";
import { type CommandApp, withApp } from "./with-app.ts";

interface Report extends Omit<Examination, "neo4j" | "postgres"> {
  neo4j: Examination["neo4j"] & { uri: string | null };
  postgres: Examination["postgres"] & { url: string | null };
}

/** `orrery doctor`: checks configuration, stores and schema, and reports faults. */
export function addDoctor(program: Command, io: Io): void {
  program
    .command("doctor")
    .description("check the configuration, both stores and their schemas, and say what is wrong")
    .option("--json", "print the result as JSON")
    .action(async (options: { json?: boolean }) => {
      const { report, fault } = await examine(io);
      if (options.json) printJson(io, report);
      else present(report, io);
      if (fault) throw fault;
      if (!report.ok) throw new CommandError("Something is wrong: see above");
    });
}

/** The report; it includes the fault if the stores could not be examined. */
async function examine(io: Io): Promise<{ report: Report; fault?: Error }> {
  let config: Config | undefined;
  try {
    config = loadConfig(io.env);
    return { report: await withApp(io, reportOf) };
  } catch (thrown) {
    const fault = coerceError(thrown);
    const name = fault instanceof ConfigError ? "configuration" : "stores";
    const configured = config ? [{ name: "configuration", ok: true, message: "Every setting can be used" }] : [];
    const report: Report = {
      ok: false,
      neo4j: { uri: config?.neo4j ? redactedAddress(config.neo4j.uri) : null, version: null, ok: false },
      postgres: { url: config?.postgresUrl ? redactedAddress(config.postgresUrl) : null, version: null, ok: false },
      checks: [...configured, { name, ok: false, message: fault.message }],
    };
    return { report, fault };
  }
}

async function reportOf({ app, stores }: CommandApp): Promise<Report> {
  const { ok, neo4j, postgres, checks } = await app.doctor.examine();
  const embedded = { none: "configured", attached: "embedded, of a running service", started: "embedded" };
  return {
    ok,
    neo4j: { uri: redactedAddress(stores.neo4j.uri), ...neo4j },
    postgres: { url: redactedAddress(stores.postgresUrl), ...postgres },
    checks: [
      { name: "configuration", ok: true, message: "Every setting can be used" },
      { name: "stores", ok: true, message: `The stores are ${embedded[stores.embedded]}` },
      ...checks,
    ],
  };
}

/** A URL without password and secret parameters. */
function redactedAddress(address: string): string {
  const url = new URL(address);
  url.password = "";
  for (const name of [...url.searchParams.keys()]) if (/pass|secret|key/i.test(name)) url.searchParams.delete(name);
  return url.toString();
}

function present({ neo4j, postgres, checks }: Report, io: Io): void {
  printLine(io.stdout, `Neo4j     ${neo4j.uri ?? "-"}`);
  printLine(io.stdout, `Postgres  ${postgres.url ?? "-"}`);
  for (const { name, ok, warning, message } of checks) {
    printLine(io.stdout, `${ok ? (warning ? "warn " : "ok   ") : "WRONG"} ${name}: ${message}`);
  }
}
