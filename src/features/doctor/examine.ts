import { existsSync } from "node:fs";
import path from "node:path";
import { coerceError, errorCode } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { graphMigrations } from "../../platform/graph/migrate.ts";
import { postgresMigrations } from "../../platform/postgres/migrate.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { doctorStore } from "./doctor.store.ts";

export interface Check {
  name: string;
  ok: boolean;
  /** One line: the finding, or the fault and its remedy. */
  message: string;
  /** The check passed, but the operator should act. */
  warning?: true;
}

export interface StoreState {
  /** Null when the store does not answer. */
  version: string | null;
  ok: boolean;
}

export interface Examination {
  ok: boolean;
  neo4j: StoreState;
  postgres: StoreState;
  checks: Check[];
}

export interface DoctorDeps {
  graph: Graph;
  postgres: Postgres;
  clock: Clock;
  /** Rejects when the keys of this installation were sealed under another secret. */
  checkSecret: () => Promise<void>;
  /** Users who still have the password that the first start generated. */
  generatedPasswords: () => Promise<{ email: string; tenantName: string }[]>;
  /** Folder of the built console; undefined where none is served. */
  consoleFolder: string | undefined;
  backup: { interruptedRestore(): Promise<string | undefined> };
  /** Jobs that failed for good, and changes that were refused for good. */
  undoneWork: () => Promise<{ failedJobs: number; parkedChanges: number; parkedWork: number }>;
}

export interface Doctor {
  /** Examines both stores without writing. Never rejects: a store that cannot be read gives a failed check. */
  examine(): Promise<Examination>;
}

const MIN_NEO4J_VERSION = [5, 26];
const MIN_POSTGRES_VERSION = [13];
const MAX_CLOCK_DIFFERENCE_MS = 5_000;
const MAX_CHANGE_AGE_MS = 60_000;

/** Diagnoses the stores for the operator (`orrery doctor`). */
export function createDoctor(deps: DoctorDeps): Doctor {
  return {
    async examine() {
      const [neo4j, postgres] = await Promise.all([examineNeo4j(deps), examinePostgres(deps)]);
      const checks = [neo4j.check, postgres.check];
      if (neo4j.check.ok && postgres.check.ok) {
        const schema = await check("schema", () => examineSchema(deps));
        checks.push(schema, await check("clock", () => examineClock(deps)));
        if (schema.ok) {
          checks.push(await check("secret", () => examineSecret(deps)));
          checks.push(await check("restore", () => examineRestore(deps)));
          checks.push(await check("news", () => examineChanges(deps)));
          checks.push(await examineJobs(deps));
          checks.push(await examinePasswords(deps));
        }
      }
      checks.push(examineConsole(deps));
      return {
        ok: checks.every(({ ok }) => ok),
        neo4j: { version: neo4j.version, ok: neo4j.check.ok },
        postgres: { version: postgres.version, ok: postgres.check.ok },
        checks,
      };
    },
  };
}

/** Runs one check: `work` returns the message of a passed check, and throws the fault of a failed one. */
async function check(name: string, work: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, message: await work() };
  } catch (error) {
    return { name, ok: false, message: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = coerceError(error);
  const reason = cause instanceof Error ? `${message}: ${cause.message || errorCode(cause)}` : message;
  return reason.split("\n")[0] ?? reason;
}

async function examineNeo4j({ graph }: DoctorDeps): Promise<{ version: string | null; check: Check }> {
  let version: string | null = null;
  const result = await check("neo4j", async () => {
    await graph.ping(5_000);
    const server = await doctorStore.neo4jVersion(graph);
    version = server.version;
    if (!isAtLeast(server.version, MIN_NEO4J_VERSION)) throw new Error(`Neo4j ${version} is too old: 5.26 is needed`);
    return `Neo4j ${version} ${server.edition}`;
  });
  return { version, check: result };
}

async function examinePostgres({ postgres }: DoctorDeps): Promise<{ version: string | null; check: Check }> {
  let version: string | null = null;
  const result = await check("postgres", async () => {
    await postgres.ping(5_000);
    version = await doctorStore.postgresVersion(postgres);
    if (!isAtLeast(version, MIN_POSTGRES_VERSION)) throw new Error(`Postgres ${version} is too old: 13 is needed`);
    return `Postgres ${version}`;
  });
  return { version, check: result };
}

/** Compares dotted versions number by number, from the left. */
function isAtLeast(version: string, minimum: readonly number[]): boolean {
  const parts = version.split(/[^\d]+/).map(Number);
  for (const [i, required] of minimum.entries()) {
    const found = parts[i] ?? 0;
    if (found !== required) return found > required;
  }
  return true;
}

async function examineSchema({ graph, postgres }: DoctorDeps): Promise<string> {
  const applied = await doctorStore.appliedMigrations(graph, postgres);
  const wanted = [
    ...graphMigrations().map(({ name }) => ({ name, store: "Neo4j", done: applied.graph })),
    ...postgresMigrations().map(({ name }) => ({ name, store: "Postgres", done: applied.postgres })),
  ];
  const missing = wanted.filter(({ name, done }) => !done.has(name)).map(({ name, store }) => `${name} (${store})`);
  if (missing.length > 0) throw new Error(`Not applied: ${missing.join(", ")}. Run \`orrery migrate\`, or start it`);
  const known = new Set(wanted.map(({ name }) => name));
  const later = [...applied.graph, ...applied.postgres].filter((name) => !known.has(name));
  if (later.length > 0) throw new Error(`A later Orrery has been here: ${later.join(", ")} is not known to this one`);
  return `${wanted.length} migrations applied`;
}

async function examineClock({ postgres, clock }: DoctorDeps): Promise<string> {
  const difference = Math.abs((await doctorStore.postgresTime(postgres)).getTime() - clock.now().getTime());
  if (difference > MAX_CLOCK_DIFFERENCE_MS) {
    throw new Error(
      `This machine's clock and that of Postgres differ by ${Math.round(difference / 1_000)} s: set them`,
    );
  }
  return "This machine and Postgres agree on the time";
}

async function examineSecret({ checkSecret }: DoctorDeps): Promise<string> {
  await checkSecret();
  return "ORRERY_SECRET opens the keys of this installation";
}

async function examineRestore({ backup }: DoctorDeps): Promise<string> {
  const id = await backup.interruptedRestore();
  if (id !== undefined) throw new Error(`A restore of the backup ${id} was cut short: run \`orrery restore\` again`);
  return "No restore was cut short";
}

/** Without a worker process the changes stay in the outbox: history and webhooks receive nothing. */
async function examineChanges({ graph, clock }: DoctorDeps): Promise<string> {
  const isDelayed = await doctorStore.hasChangesOlderThan(graph, clock.now().getTime() - MAX_CHANGE_AGE_MS);
  if (isDelayed)
    throw new Error("Changes wait to be told for over a minute: start a process with ORRERY_ROLE all or worker");
  return "No change waits to be told";
}

/** Failed jobs and parked changes wait for the operator alone. */
async function examineJobs({ undoneWork }: DoctorDeps): Promise<Check> {
  let isUndone = false;
  const found = await check("jobs", async () => {
    const { failedJobs, parkedChanges, parkedWork } = await undoneWork();
    isUndone = failedJobs + parkedChanges + parkedWork > 0;
    if (!isUndone) return "No job has failed for good, and no change and no work is parked";
    const counted = `Failed for good: ${failedJobs}; parked changes: ${parkedChanges}; parked work: ${parkedWork}`;
    return `${counted}. \`orrery jobs list\` shows why, \`orrery jobs repeat\` does them again`;
  });
  return isUndone ? { ...found, warning: true } : found;
}

/** The API works without its console. */
function examineConsole({ consoleFolder }: DoctorDeps): Check {
  const checked = { name: "console", ok: true };
  if (consoleFolder === undefined) return { ...checked, message: "The console is off (ORRERY_CONSOLE)" };
  if (existsSync(path.join(consoleFolder, "index.html"))) return { ...checked, message: "The console is built" };
  return { ...checked, message: "The console is not built: run `npm run build:console`", warning: true };
}

/** The first start writes the generated password to a file and prints it, so others may know it. */
async function examinePasswords({ generatedPasswords }: DoctorDeps): Promise<Check> {
  let isGenerated = false;
  const found = await check("passwords", async () => {
    const [user] = await generatedPasswords();
    isGenerated = user !== undefined;
    if (!user) return "Nobody uses a password that the first start made up";
    return `${user.email} (tenant ${user.tenantName}) still uses the password that the first start made up: change it by POST /v1/auth/password`;
  });
  return isGenerated ? { ...found, warning: true } : found;
}
