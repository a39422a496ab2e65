import { derivedId } from "../../../platform/ids.ts";
import { defineJob, type JobDefinition, type JobRef } from "../../../platform/jobs/job-ref.ts";
import type { SendJobs } from "../../../platform/jobs/jobs.ts";
import { type OwedWork, owedWork } from "../../../platform/jobs/owed-work.ts";
import type { StoresTakeWrites } from "../../../platform/jobs/stores-take-writes.ts";
import type { Nvd } from "../../../platform/nvd/index.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { CpeDictionary } from "../../cpe-dictionary/index.ts";
import type { Knowledge } from "../engine/index.ts";
import type { ProgramName } from "../ports.ts";
import { LOOK_UP, lookUpJobRefs } from "./job-refs.ts";
import { type LookUpStatus, lookUpsStore } from "./look-ups.store.ts";
import { createRunLookUps } from "./run-look-ups.ts";
import { lookUpKeyParts, programToLookUp } from "./searches.ts";

export type { LookUpStatus as LookUpStanding } from "./look-ups.store.ts";

export interface LookUps {
  /** One key for all programs of the same product. */
  keyOf(program: ProgramName): string;
  /** Adds the tenant's look-ups that do not exist yet, by key; returns the status of each. */
  request(tenantId: string, programs: ReadonlyMap<string, ProgramName>): Promise<Map<string, LookUpStatus>>;
  jobs: JobDefinition[];
  jobRefs: readonly JobRef[];
  owedWork: readonly OwedWork[];
  /** Deletes look-ups answered more than 30 days ago: the source may know more by now. Returns their number. */
  deleteExpired(): Promise<number>;
}

export interface LookUpsDeps {
  postgres: Postgres;
  nvd: Nvd;
  dictionary: Pick<CpeDictionary, "importRecords" | "recountPairs">;
  knowledge: () => Knowledge;
  jobs: SendJobs;
  storesTakeWrites: StoresTakeWrites;
  /** Enqueues CPE enrichment of a tenant. */
  enrich: (tenantId: string) => Promise<void>;
}

const RETENTION_DAYS = 30;

/** Looks up programs that the dictionary lacks at the vulnerability database, each once, in turns of the tenants. */
export function createLookUps(deps: LookUpsDeps): LookUps {
  const { postgres, knowledge, jobs } = deps;
  const sendRun = (startAfterSeconds = 1) => jobs.send(LOOK_UP, {}, { singletonKey: LOOK_UP.name, startAfterSeconds });
  const run = createRunLookUps({ ...deps, sendRun });
  return {
    keyOf: (program) => derivedId("look_up", ...lookUpKeyParts(program, knowledge())),

    async request(tenantId, programs) {
      const cleaned = new Map([...programs].map(([key, program]) => [key, programToLookUp(program)]));
      const statuses = await lookUpsStore.addLookUps(postgres, tenantId, cleaned);
      if ([...statuses.values()].some(({ state }) => state === "waiting")) await sendRun();
      return statuses;
    },

    jobs: [defineJob(LOOK_UP, { run: (_, call) => run(call) })],
    jobRefs: lookUpJobRefs,
    owedWork: [owedWork(LOOK_UP, async () => ((await lookUpsStore.isDue(postgres)) ? [{}] : []))],
    deleteExpired: () => lookUpsStore.deleteExpired(postgres, RETENTION_DAYS),
  };
}
