import { systemContext } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-ref.ts";
import { type OwedWork, owedWork } from "../../platform/jobs/owed-work.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { ApplyVerdict } from "./give-verdict.ts";
import { APPLY_VERDICT } from "./job-refs.ts";
import { proposalsStore } from "./proposals.store.ts";

/** By then, whoever gave the verdict would have applied it. */
const GRACE_MS = 10_000;
const MOST = 100;

export function applyVerdictJob(apply: ApplyVerdict): JobDefinition {
  return defineJob(APPLY_VERDICT, {
    async run({ tenantId, relationshipId }, { signal }) {
      await apply({ ...systemContext(tenantId, newId()), signal }, relationshipId);
    },
  });
}

/** Verdicts that the graph has not followed: the process died in between, or the graph was away. */
export function owedVerdicts({ postgres, clock }: { postgres: Postgres; clock: Clock }): OwedWork {
  return owedWork(APPLY_VERDICT, () => proposalsStore.owed(postgres, new Date(clock.now().getTime() - GRACE_MS), MOST));
}
