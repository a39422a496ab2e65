import type { z } from "zod";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../log.ts";
import type { Postgres } from "../postgres/postgres.ts";
import { type Repeated, repeat } from "../repeat.ts";
import type { JobPayload, JobRef } from "./job-ref.ts";
import type { SendJobs } from "./jobs.ts";

/**
 * Work that committed data still requires. The data shows that it is owed, a job only starts it: a lost job, or one
 * that used up its retries during an outage, is sent again.
 */
export interface OwedWork {
  readonly ref: JobRef;
  /** Payloads of the jobs that would do the work which is due now: at most one per tenant and thing, in a stable order. */
  find(): Promise<readonly object[]>;
}

/** Declares owed work of a feature, for `Feature.owedWork`. `find` must be cheap: it runs every few seconds. */
export function owedWork<P extends JobPayload>(ref: JobRef<P>, find: () => Promise<readonly z.input<P>[]>): OwedWork {
  return { ref, find };
}

export interface OwedWorkSweeper extends Repeated {
  add(owed: readonly OwedWork[]): void;
  /** Sends a job for all owed work that no job waits for or does; kinds of work fail individually. */
  sweep(): Promise<void>;
  /** How many sweeps have failed since the start of the process, by name of the job. */
  failures(): ReadonlyMap<string, number>;
}

export interface OwedWorkDeps {
  postgres: Postgres;
  jobs: SendJobs;
  log: Logger;
  /** Milliseconds between two sweeps; default 5,000. */
  pauseMs?: number;
}

const PAUSE_MS = 5_000;
/** A job that waits longer than this for its next try does not hold back another one. */
const SOON = "5 seconds";

/** Sweeps in every process that runs jobs. Two processes may send the same job: jobs are idempotent. */
export function createOwedWorkSweeper({ postgres, jobs, log, pauseMs = PAUSE_MS }: OwedWorkDeps): OwedWorkSweeper {
  const all: OwedWork[] = [];
  const failures = new Map<string, number>();

  const sendOwed = async ({ ref, find }: OwedWork) => {
    const payloads = await find();
    if (payloads.length === 0) return;
    const unserved = await postgres.query<{ place: number }>(
      `select (o.place - 1)::int as place from unnest($2::text[]) with ordinality as o(data, place)
       where not exists (select 1 from pgboss.job j where j.name = $1 and j.data = o.data::jsonb
         and j.state in ('created', 'retry', 'active') and j.start_after < now() + interval '${SOON}')
       order by place`,
      [ref.name, payloads.map((payload) => JSON.stringify(payload))],
    );
    for (const { place } of unserved) await jobs.send(ref, payloads[place]!);
  };

  const sweep = async () => {
    for (const owed of all) {
      try {
        await sendOwed(owed);
      } catch (error) {
        failures.set(owed.ref.name, (failures.get(owed.ref.name) ?? 0) + 1);
        log.warn({ error: coerceError(error).message, job: owed.ref.name }, "owed work could not be read");
      }
    }
  };

  return {
    ...repeat(sweep, pauseMs, log, "the sweep for owed work failed"),
    add(owed) {
      all.push(...owed);
      for (const { ref } of owed) failures.set(ref.name, 0);
    },
    sweep,
    failures: () => failures,
  };
}
