import { notFound } from "../../errors.ts";
import type { AgentDefinition } from "./agent.model.ts";
import { analyseRootCause } from "./rules/analyse-root-cause.ts";
import { assessChange } from "./rules/assess-change.ts";
import { auditQuality } from "./rules/audit-quality.ts";
import { discoverRelationships } from "./rules/discover-relationships.ts";
import { identifySoftware } from "./rules/identify-software.ts";
import { planCapacity } from "./rules/plan-capacity.ts";

/** Every agent: its field, the tools for it, its task for a model, and its rules. */
export const AGENTS: readonly AgentDefinition[] = [
  {
    id: "software-identification",
    name: "Software identification",
    type: "enrichment",
    capabilities: [
      "identify a program by its name",
      "list the software of a host",
      "tell how much software is identified",
    ],
    tools: ["identify_software", "software_of", "installations_of"],
    task: "You answer questions about installed software: what a program is, where it runs, and what is not identified yet.",
    answerByRules: identifySoftware,
  },
  {
    id: "relationship-discovery",
    name: "Relationship discovery",
    type: "enrichment",
    capabilities: ["find connections that no dependency names", "find CIs without relationships"],
    tools: ["relationships_of", "connections_of", "impact_of"],
    task:
      "You answer questions about how CIs depend on each other: what is declared, what scans observed, and which dependency is " +
      "probably missing. Name the evidence of each relationship that you suggest.",
    answerByRules: discoverRelationships,
  },
  {
    id: "root-cause-analyst",
    name: "Root cause analyst",
    type: "analysis",
    capabilities: ["explain an incident", "tell what failed first and why", "relate events and changes"],
    tools: ["list_incidents", "get_incident", "list_events", "correlate_event", "history_of", "impact_of"],
    task:
      "You answer questions about incidents: the probable cause, the evidence for it, and what else could explain it. The " +
      "candidates of get_incident are computed by a tested model; prefer them over your own guess.",
    answerByRules: analyseRootCause,
  },
  {
    id: "change-risk-analyst",
    name: "Change risk analyst",
    type: "analysis",
    capabilities: [
      "assess the risk of changing a CI",
      "tell which services a change would hit",
      "explain the analysis of a planned change",
    ],
    tools: [
      ...["impact_of", "list_events", "list_incidents", "history_of", "get_service"],
      ...["list_change_analyses", "get_change_analysis"],
    ],
    task:
      "You answer questions about the risk of changes: what depends on the CI, which business services are hit, whether " +
      "redundancy is left, what is going on at present and what happened before. Where a planned change was analysed " +
      "(list_change_analyses), its figures come from a tested model: prefer them over your own guess.",
    answerByRules: assessChange,
  },
  {
    id: "capacity-planner",
    name: "Capacity planner",
    type: "planning",
    capabilities: ["tell how large the estate is", "tell how fast it grows", "find what runs out"],
    tools: ["list_events", "list_services", "software_of"],
    task: "You answer questions about size, growth and scarcity of the estate. Count with the tool query; never estimate.",
    answerByRules: planCapacity,
  },
  {
    id: "data-quality-auditor",
    name: "Data quality auditor",
    type: "audit",
    capabilities: [
      "find missing owners and relationships",
      "find stale and doubled records",
      "rate the quality of the data",
    ],
    tools: ["relationships_of", "history_of", "list_scans"],
    task: "You answer questions about the quality of the records: what is missing, old, doubled or contradictory.",
    answerByRules: auditQuality,
  },
];

/** Throws 404. */
export function agentOf(id: string): AgentDefinition {
  const agent = AGENTS.find((each) => each.id === id);
  if (!agent) throw notFound("agent");
  return agent;
}

/** The name under which its answers are recorded and its calls of a model are counted. */
export function operationOf({ id }: Pick<AgentDefinition, "id">): string {
  return `agents.${id}`;
}

/** Tools of every agent. */
export const COMMON_TOOLS: readonly string[] = ["query", "query_fields", "find_cis", "get_ci"];
