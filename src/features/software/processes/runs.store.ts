import type { Actor } from "../../../context.ts";
import type { Sql } from "../../../platform/postgres/postgres.ts";

export const RUN_MODES = ["all", "analyze", "enrich", "apply", "fix-relationships"] as const;
export type RunMode = (typeof RUN_MODES)[number];
export const RUN_STATUSES = ["queued", "running", "completed", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface RunOptions {
  family?: string | undefined;
  /** Maximum number of items that a step processes or changes. */
  limit?: number | undefined;
  skipAnalysis?: boolean | undefined;
  /** Only of runs in mode `identify`. */
  softwareIds?: readonly string[] | undefined;
}

/** A run of process mapping; mode `identify` only finds process names of Software CIs. */
export interface Run {
  id: string;
  tenantId: string;
  mode: RunMode | "identify";
  options: RunOptions;
  status: RunStatus;
  step: number;
  place: unknown;
  done: number;
  total: number;
  result: Record<string, unknown>;
  error: string | null;
  actor: Actor;
  requestId: string;
  createdAt: Date;
  completedAt: Date | null;
}

export type NewRun = Pick<Run, "id" | "tenantId" | "mode" | "options" | "actor" | "requestId"> & { requestKey: string };

const COLUMNS = `id, tenant_id as "tenantId", mode, options, status, step, place, done, total, result, error, actor,
  request_id as "requestId", created_at as "createdAt", completed_at as "completedAt"`;
const UNFINISHED = "status in ('queued', 'running')";
/** Ended runs kept per tenant. */
const MAX_ENDED_RUNS = 100;

type Row = Omit<Run, "actor"> & { actor: string };
const toRun = (row: Row): Run => ({ ...row, actor: JSON.parse(row.actor) as Actor });

export const runsStore = {
  /** Inserts the run and deletes the oldest ended ones; the caller holds the lock of `lockStart`. */
  async insert(tx: Sql, run: NewRun): Promise<void> {
    await tx.query(
      `insert into process_mapping_runs (tenant_id, id, request_key, mode, options, actor, request_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        run.tenantId,
        run.id,
        run.requestKey,
        run.mode,
        JSON.stringify(run.options),
        JSON.stringify(run.actor),
        run.requestId,
      ],
    );
    await tx.query(
      `delete from process_mapping_runs where tenant_id = $1 and id in (
         select id from process_mapping_runs where tenant_id = $1 and not (${UNFINISHED})
         order by created_at desc, id desc offset ${MAX_ENDED_RUNS})`,
      [run.tenantId],
    );
  },

  async findUnfinished(sql: Sql, tenantId: string, requestKey: string): Promise<Run | undefined> {
    const rows = await sql.query<Row>(
      `select ${COLUMNS} from process_mapping_runs where tenant_id = $1 and request_key = $2 and ${UNFINISHED}`,
      [tenantId, requestKey],
    );
    return rows[0] && toRun(rows[0]);
  },

  async countUnfinished(sql: Sql, tenantId: string): Promise<number> {
    const [row] = await sql.query<{ count: number }>(
      `select count(*) as count from process_mapping_runs where tenant_id = $1 and ${UNFINISHED}`,
      [tenantId],
    );
    return row?.count ?? 0;
  },

  async find(sql: Sql, tenantId: string, id: string): Promise<Run | undefined> {
    const rows = await sql.query<Row>(`select ${COLUMNS} from process_mapping_runs where tenant_id = $1 and id = $2`, [
      tenantId,
      id,
    ]);
    return rows[0] && toRun(rows[0]);
  },

  /** Tries to take the lock of the tenant's runs until the transaction ends; false if another transaction holds it. */
  async tryLock(tx: Sql, tenantId: string): Promise<boolean> {
    const [row] = await tx.query<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended('process mapping ' || $1, 0)) as taken",
      [tenantId],
    );
    return row?.taken ?? false;
  },

  /** Lets one caller at a time count and insert runs of the tenant, until the transaction ends. */
  async lockStart(tx: Sql, tenantId: string): Promise<void> {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('process mapping start ' || $1, 0))", [tenantId]);
  },

  /** The oldest unfinished run; postponed runs come last. */
  async next(sql: Sql, tenantId: string): Promise<Run | undefined> {
    const rows = await sql.query<Row>(
      `select ${COLUMNS} from process_mapping_runs where tenant_id = $1 and ${UNFINISHED}
       order by put_off_at nulls first, created_at, id limit 1`,
      [tenantId],
    );
    return rows[0] && toRun(rows[0]);
  },

  async begin(tx: Sql, { tenantId, id }: Run, total: number): Promise<void> {
    await tx.query(
      `update process_mapping_runs set status = 'running', total = $3, progress_at = now()
       where tenant_id = $1 and id = $2 and status = 'queued'`,
      [tenantId, id, total],
    );
  },

  async progress(
    tx: Sql,
    { tenantId, id }: Run,
    { step, place, done, result }: Pick<Run, "step" | "place" | "done" | "result">,
  ): Promise<void> {
    await tx.query(
      `update process_mapping_runs set step = $3, place = $4, done = $5, total = greatest(total, $5), result = $6,
         progress_at = now(), tries = 0
       where tenant_id = $1 and id = $2 and status = 'running'`,
      [tenantId, id, step, place === undefined ? null : JSON.stringify(place), done, JSON.stringify(result)],
    );
  },

  async complete(tx: Sql, { tenantId, id }: Run): Promise<void> {
    await tx.query(
      `update process_mapping_runs set status = 'completed', total = done, place = null, completed_at = now()
       where tenant_id = $1 and id = $2 and status = 'running'`,
      [tenantId, id],
    );
  },

  async fail(sql: Sql, { tenantId, id }: Pick<Run, "tenantId" | "id">, error: string): Promise<void> {
    await sql.query(
      `update process_mapping_runs set status = 'failed', error = $3, completed_at = now()
       where tenant_id = $1 and id = $2 and ${UNFINISHED}`,
      [tenantId, id, error],
    );
  },

  /** Lets the tenant's other runs go first; returns how often in a row without progress. */
  async putOff(sql: Sql, { tenantId, id }: Pick<Run, "tenantId" | "id">): Promise<number> {
    const rows = await sql.query<{ tries: number }>(
      `update process_mapping_runs set put_off_at = now(), tries = tries + 1 where tenant_id = $1 and id = $2
       returning tries`,
      [tenantId, id],
    );
    return rows[0]?.tries ?? 0;
  },

  /** Ends all runs of the tenant that have not ended. */
  async failUnfinished(sql: Sql, tenantId: string, error: string): Promise<void> {
    await sql.query(
      `update process_mapping_runs set status = 'failed', error = $2, completed_at = now()
       where tenant_id = $1 and ${UNFINISHED}`,
      [tenantId, error],
    );
  },

  async tenantsWithUnfinished(sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(
      `select distinct tenant_id as "tenantId" from process_mapping_runs where ${UNFINISHED} order by 1`,
    );
    return rows.map(({ tenantId }) => tenantId);
  },
};
