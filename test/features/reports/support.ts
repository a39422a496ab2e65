import { z } from "@hono/zod-openapi";
import type { RequestContext } from "../../../src/context.ts";
import { createReports, type ReportsDeps } from "../../../src/features/reports/index.ts";
import type {
  ReportContent,
  ReportParameters,
  ReportRow,
  ReportRun,
  ReportTemplate,
} from "../../../src/features/reports/report.model.ts";
import type { ReportRequest } from "../../../src/features/reports/runs/request-report.ts";
import { DEFAULT_SETTINGS } from "../../../src/features/settings/index.ts";
import { createWebhooks } from "../../../src/features/webhooks/index.ts";
import { SCOPES, type Scope } from "../../../src/model/scopes.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createChanges } from "../../../src/platform/jobs/changes.ts";
import type { JobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../../src/platform/secrets.ts";
import { ROOT_SECRET, testAccess, testTenant } from "../../support/access.ts";
import { testClock } from "../../support/clock.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

/** What the template of the tests does; a test changes it. */
export interface TestReport {
  rows: number;
  /** Characters of the column `text` in each row. */
  width: number;
  /** Called before each page of rows, with the rows before it. */
  beforePage(done: number): Promise<void> | void;
  beforeBuild(run: ReportRun): Promise<void> | void;
  exists: boolean;
}

const PAGE_ROWS = 500;

function testTemplate(report: TestReport): ReportTemplate {
  return {
    id: "rows",
    name: "Rows",
    category: "inventory",
    description: "Rows of the tests",
    parameters: z.strictObject({
      ci_type: z.array(z.string()).optional(),
      grouping: z.array(z.string()).optional(),
      rows: z.int().min(0).optional(),
      time_zone: z.string().default("UTC"),
    }) as unknown as z.ZodType<ReportParameters>,
    formats: ["csv", "json"],
    usedParameters: ["ci_type"],
    scopes: ["cmdb.read"],
    estimateRows: async ({ parameters }) => (parameters.rows as number | undefined) ?? report.rows,
    async build(run) {
      await report.beforeBuild(run);
      return contentOf(report, run);
    },
  };
}

function contentOf(report: TestReport, { tenant, parameters, now }: ReportRun): ReportContent {
  const total = (parameters.rows as number | undefined) ?? report.rows;
  async function* rows(): AsyncGenerator<ReportRow[]> {
    for (let at = 0; at < total; at += PAGE_ROWS) {
      await report.beforePage(at);
      const text = "x".repeat(report.width);
      yield Array.from({ length: Math.min(PAGE_ROWS, total - at) }, (_, place) => ({ number: at + place, text }));
    }
  }
  const columns = [
    { key: "number", label: "Number", type: "number" as const },
    { key: "text", label: "Text", type: "text" as const },
  ];
  return {
    templateId: "rows",
    title: "Rows",
    subtitle: "Rows of the tests",
    tenant,
    scope: [],
    parameters: {},
    timeZone: "UTC",
    readAt: now.toISOString(),
    dataAsOf: null,
    figures: [],
    charts: [],
    pictures: [],
    tables: [{ key: "rows", title: "Rows", columns, rows, total }],
    notes: [],
  };
}

export type ReportWorld = Awaited<ReturnType<typeof createReportWorld>>;

export interface ReportWorldOptions extends Partial<ReportsDeps> {
  now?: Date;
  /** Default: a new database. */
  scratch?: Pick<Scratch, "url" | "postgres" | "drop">;
}

/**
 * Reports in a database of their own, with users and webhooks. Jobs are recorded as they are sent; `work` runs them, with
 * what the sweep for owed work would send.
 */
export async function createReportWorld({ scratch: given, now, ...overrides }: ReportWorldOptions = {}) {
  const scratch = given ?? (await scratchDatabase());
  const { postgres } = scratch;
  const clock = testClock(now);
  const access = testAccess(postgres, { clock });
  const changes = createChanges();
  const jobs = fakeJobs();
  const settings = structuredClone(DEFAULT_SETTINGS);
  const webhooks = createWebhooks({
    postgres,
    clock,
    log,
    secrets: createSecrets(ROOT_SECRET),
    egress: createEgress(["127.0.0.0/8"]),
    jobs,
    events: { ingest: async () => ({}) as never },
    storesTakeWrites: async () => true,
    settings: async () => settings,
  });
  changes.subscribe(webhooks.consumers);
  const report: TestReport = {
    rows: 1_200,
    width: 10,
    beforePage: () => {},
    beforeBuild: () => {},
    exists: true,
  };
  const template = testTemplate(report);
  const make = (own: Partial<ReportsDeps> = {}) =>
    createReports({
      postgres,
      clock,
      jobs,
      storesTakeWrites: async () => true,
      changes,
      templates: {
        list: async () => [template],
        find: async (_ctx, id) => (id === "rows" && report.exists ? template : undefined),
        ofQuestion: () => undefined,
      },
      // The template of the tests reads nothing.
      sources: {} as ReportsDeps["sources"],
      readInWords: async () => {
        return { understood: false, words: [], reason: "nothing is known here", source: "rules", fellBack: false };
      },
      recordAiQuery: async (_ctx, _asked, work) => ({ ...(await work("")), queryId: "" }),
      mailer: undefined,
      baseUrl: "https://orrery.example.com",
      currentRights: access.currentRights,
      tenantName: access.tenantName,
      settings: async () => settings,
      webhooks: webhooks.tracking,
      ...overrides,
      ...own,
    });
  const reports = make();
  const tenant = await testTenant(access);

  /** A user with these scopes, in the tenant of the world unless another is given. */
  const user = async (scopes: readonly Scope[] = REPORT_SCOPES, tenantId = tenant.id): Promise<RequestContext> => {
    const id = newId();
    await postgres.query(
      `insert into users (id, tenant_id, email, email_key, password_hash, scopes, administrator, created_at)
       values ($1, $2, $3, $3, 'none', $4, false, now())`,
      [id, tenantId, `${id}@example.com`, scopes],
    );
    return { tenantId, actor: { kind: "user", id }, scopes: new Set(scopes), requestId: newId() };
  };

  const run = async (ref: JobRef, payload: object, signal = new AbortController().signal, by = reports) => {
    const job = by.jobs.find((one) => one.ref === ref);
    if (!job) throw new Error(`there is no job ${ref.name}`);
    await job.run(payload, { signal, log });
  };

  return {
    scratch,
    postgres,
    clock,
    access,
    webhooks,
    reports,
    report,
    settings,
    tenant,
    user,
    run,
    /** Reports as another process has them. */
    make,
    /** Another tenant. */
    newTenant: () => testTenant(access),
    /** The administrator of the world's tenant. */
    administrator: (): RequestContext => ({
      tenantId: tenant.id,
      actor: { kind: "user", id: "administrator" },
      scopes: new Set(SCOPES),
      requestId: newId(),
    }),

    ask: (ctx: RequestContext, request: Partial<ReportRequest> = {}, id?: string) =>
      reports.verbs.request(ctx, requestOf(request), id),

    /** What the sweep finds. */
    owed: async () =>
      (
        await Promise.all(
          reports.owedWork.map(async ({ ref, find }) => (await find()).map((payload) => ({ ref, payload }))),
        )
      ).flat(),

    /** Runs what is owed until nothing is; sent jobs are dropped, as in an outage. */
    async work() {
      for (let round = 0; round < 50; round++) {
        const owed = await this.owed();
        if (owed.length === 0) return;
        for (const { ref, payload } of owed) await run(ref, payload);
      }
      throw new Error("there is work without end");
    },

    async file(ctx: RequestContext, id: string): Promise<Buffer> {
      const file = await reports.verbs.file(ctx, id);
      const parts: Uint8Array[] = [];
      for await (const part of file.read(0, file.size)) parts.push(Buffer.from(part));
      return Buffer.concat(parts);
    },

    pieces: async (id: string) => piecesOf(postgres, id),
    /** Takes the life of the run that holds the report: its lease is over. */
    loseLease: (id: string) =>
      postgres.query("update reports set claimed_until = now() - interval '1 second' where id = $1", [id]),
    /** Makes what waits for another try due. */
    async passPauses() {
      await postgres.query("update reports set not_before = now()");
      await postgres.query("update report_deliveries set due_at = now() where due_at is not null");
    },
    close: () => scratch.drop(),
  };
}

export const REPORT_SCOPES = [
  "reports.read",
  "reports.create",
  "reports.export",
  "cmdb.read",
] as const satisfies Scope[];

export function requestOf(request: Partial<ReportRequest> = {}): ReportRequest {
  const delivery = { method: "none" as const, recipients: [] };
  return { templateId: "rows", parameters: undefined, format: "csv", delivery, ...request };
}

async function piecesOf(postgres: Postgres, id: string): Promise<{ attempts: number; pieces: number }> {
  const [row] = await postgres.query<{ attempts: number; pieces: number }>(
    "select count(distinct attempt) as attempts, count(*) as pieces from report_pieces where report_id = $1",
    [id],
  );
  return row ?? { attempts: 0, pieces: 0 };
}
