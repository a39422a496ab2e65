import type { Model } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { EnrichmentWork } from "../../platform/enrichment.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import type { RelationshipVerbs } from "../relationships/index.ts";
import { identifyProcess, type Knowledge } from "../software/index.ts";
import { applyVerdictJob, owedVerdicts } from "./apply-verdict.job.ts";
import { createDiscover } from "./discover.ts";
import { createProposalEnrichment, proposalWorkConsumer } from "./enrichment.ts";
import { requireProposal } from "./find-proposal.ts";
import { createApplyVerdict, createGiveVerdict, createSetConfidence } from "./give-verdict.ts";
import { proposalJobRefs } from "./job-refs.ts";
import { createListProposals } from "./list-proposals.ts";
import { type ProposalVerbs, proposalApiRoutes } from "./proposals.api.ts";
import { proposalsStore } from "./proposals.store.ts";
import type { FamilyOf } from "./rules/services.ts";

export type { Candidate, Flow, ProposalCi } from "./proposals.model.ts";
export { candidatesOf, type Observed } from "./rules/candidates.ts";

export interface ProposalsDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
  model: Model;
  relationships: RelationshipVerbs;
  /** What is known of programs. */
  knowledge: () => Knowledge;
  recordAiQuery: RecordAiQuery;
}

export interface Proposals extends Feature {
  verbs: ProposalVerbs;
  routes: { api: Route[] };
  enrichment: readonly [EnrichmentWork];
}

/** Relationships that the evidence of scans and fields, or a model, proposes (section 1 of the interface specification). */
export function createProposals(deps: ProposalsDeps): Proposals {
  const { postgres, relationships, recordAiQuery } = deps;
  const inner = { ...deps, familyOf: familiesOf(deps.knowledge) };
  const discover = createDiscover(inner);
  const verbs: ProposalVerbs = {
    discover: (ctx, input) =>
      recordAiQuery(ctx, { operation: "ai.relationships", question: null }, (queryId) =>
        discover(ctx, input, { queryId }),
      ),
    giveVerdict: createGiveVerdict(deps),
    setConfidence: createSetConfidence(deps),
    list: createListProposals(deps),
    requireKnown: async (ctx, id) => void (await requireProposal({ relationships }, ctx, id)),
  };
  return {
    verbs,
    routes: { api: proposalApiRoutes(verbs) },
    jobs: [applyVerdictJob(createApplyVerdict(deps))],
    jobRefs: proposalJobRefs,
    owedWork: [owedVerdicts(deps)],
    consumers: { graph: proposalWorkConsumer },
    enrichment: [createProposalEnrichment(inner)],
    onCisPurged: (tenantId, ciIds) => proposalsStore.removeCis(postgres, tenantId, ciIds),
  };
}

/** The family of a program by the name of its process, on Linux, else on Windows. */
function familiesOf(knowledge: () => Knowledge): FamilyOf {
  return (process) => {
    for (const platform of ["linux", "windows"] as const) {
      const { kind, family } = identifyProcess({ process, platform }, knowledge());
      if (kind !== "unknown") return family;
    }
    return null;
  };
}
