import { identifierKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { reportingHosts } from "../inventory/index.ts";
import { fanKey, proposalsGraph } from "./proposals.graph.store.ts";
import { type Candidate, type Flow, type ProposalCi, pairKey } from "./proposals.model.ts";
import { proposalsStore } from "./proposals.store.ts";
import { candidatesOf, nameCandidates } from "./rules/candidates.ts";
import { type NamedValue, namedValues } from "./rules/config-values.ts";
import type { FamilyOf } from "./rules/services.ts";

export interface ObserveDeps {
  graph: Graph;
  postgres: Postgres;
  familyOf: FamilyOf;
}

/** What the rules find for some CIs. */
export interface Found {
  subjects: ProposalCi[];
  /** All CIs that a candidate joins, and the subjects. */
  cis: ReadonlyMap<string, ProposalCi>;
  /** Not declared, not covered by a declared relationship, and not rejected; strongest first. */
  candidates: Candidate[];
}

const SOFTWARE: ReadonlySet<string> = new Set(["software", "software_instance", "software_family"]);

/** Whether relationships of CIs of this type are proposed: those of software come from inventories. */
export function mayHaveProposals(type: string): boolean {
  return !SOFTWARE.has(type);
}

/**
 * Candidates for relationships of these CIs, from connections that scans observed, from fields that name another CI, and from
 * names. A fixed number of queries; unknown ids are left out of `subjects`.
 */
export async function observe(deps: ObserveDeps, tenantId: string, ciIds: readonly string[]): Promise<Found> {
  const { graph, postgres, familyOf } = deps;
  const [read, flows] = await Promise.all([
    proposalsGraph.cis(graph, tenantId, ciIds),
    proposalsGraph.flows(graph, tenantId, ciIds),
  ]);
  const subjects = [...read.values()].filter(({ type }) => mayHaveProposals(type));
  const values = subjects.flatMap(namedValues);
  const [named, hosts, peers] = await Promise.all([
    targetsOf(graph, tenantId, values),
    reportingHosts(postgres, tenantId),
    proposalsGraph.fan(graph, tenantId, flows.flatMap(endsOf)),
  ]);
  const others = [...flows.flatMap(({ source, target }) => [source, target]), ...named.map(({ target }) => target)];
  const missing = [...new Set(others)].filter((id) => !read.has(id));
  const cis = new Map([...read, ...(await proposalsGraph.cis(graph, tenantId, missing))]);
  const observed = {
    cis,
    flows: flows.filter(({ source, target }) => isEligible(cis, source) && isEligible(cis, target)),
    named: named.filter(({ target }) => isEligible(cis, target)),
    peersOf: (end: Parameters<typeof fanKey>[0]) => peers.get(fanKey(end)) ?? 0,
    reportingHosts: hosts,
    familyOf,
  };
  const strong = candidatesOf(observed);
  const known = new Set(
    strong.flatMap(({ source, target }) => [pairKey({ source, target }), pairKey({ source: target, target: source })]),
  );
  const all = [...strong, ...nameCandidates(subjects, known)];
  return { subjects, cis, candidates: await undeclared(deps, tenantId, all) };
}

function isEligible(cis: ReadonlyMap<string, ProposalCi>, id: string): boolean {
  const ci = cis.get(id);
  return ci !== undefined && mayHaveProposals(ci.type);
}

function endsOf({ source, target, port }: Flow) {
  if (port === null) return [];
  return [
    { id: target, port, incoming: true },
    { id: source, port, incoming: false },
  ];
}

/** The values that name exactly one CI besides their own. */
async function targetsOf(graph: Graph, tenantId: string, values: readonly NamedValue[]) {
  const identifiers = new Map(values.flatMap((value) => value.identifiers.map((one) => [identifierKey(one), one])));
  const [byIdentifier, byName] = await Promise.all([
    proposalsGraph.identified(graph, tenantId, [...identifiers.values()]),
    proposalsGraph.named(graph, tenantId, [...new Set(values.map(({ nameKey }) => nameKey))]),
  ]);
  return values.flatMap((value) => {
    const byKey = value.identifiers.flatMap((one) => byIdentifier.get(identifierKey(one)) ?? []);
    const ids = new Set(byKey.length > 0 ? byKey : (byName.get(value.nameKey) ?? []));
    const [target] = ids;
    return target === undefined || ids.size > 1 || target === value.ciId ? [] : [{ value, target }];
  });
}

/** Leaves out what is declared in either direction, what a dependency of what runs there says, and what people rejected. */
export async function undeclared(
  { graph, postgres }: Pick<ObserveDeps, "graph" | "postgres">,
  tenantId: string,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const [links, rejected] = await Promise.all([
    proposalsGraph.links(graph, tenantId, candidates),
    proposalsStore.rejected(postgres, tenantId, candidates),
  ]);
  return candidates.filter((candidate) => {
    const found = links.get(pairKey(candidate));
    if (!found || found.covered || found.links.some(({ aiFound }) => !aiFound)) return false;
    return !rejected.has(pairKey(candidate));
  });
}
