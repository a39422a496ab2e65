import type { components } from "../../api/v1";

export type EnrichmentName = components["schemas"]["EnrichmentName"];

export const NAMES: Record<EnrichmentName, string> = {
  "software-linking": "Link software",
  families: "Families of software",
  cpe: "CPE names",
  "process-mapping": "Processes of software",
  insights: "Insights of servers",
  relationships: "Propose relationships",
  embeddings: "Search by meaning",
};

export const NAME_LIST = Object.keys(NAMES) as EnrichmentName[];
export const RUN_STATES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export const PERIODS = ["24h", "7d", "30d"] as const;
