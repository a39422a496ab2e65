import { SEVERITIES, type Severity } from "../../events/index.ts";
import type { ToolRow } from "../../tools/index.ts";
import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { counted, listed } from "./words.ts";

const ID = /\b[0-9a-f]{8}-[0-9a-f-]{27}\b/i;
const CAUSE = /\b(?:cause|why|reason|root|explain|happened|broke|incident|outage|slow|down|fail\w*)\b/i;
const HOUR_MS = 3_600_000;

/** Why something fails: by the incident that the question names, the incidents of a CI, or the most severe open one. */
export async function analyseRootCause(given: RuleContext): Promise<Findings> {
  const { question, named } = given;
  const [ci] = named;
  if (!given.asks(CAUSE)) {
    const direct = await directAnswer(given);
    if (direct) return direct;
  }
  const id = ID.exec(question.query)?.[0];
  if (id && !ci) return explained(given, await given.use("get_incident", { incident_id: id }));
  const open = await given.use("list_incidents", { limit: 50 });
  const about = ci ? await incidentsOf(given, ci.id, open.rows) : open.rows;
  const first = worstOpen(about) ?? (ci ? about[0] : undefined);
  if (first) return explained(given, await given.use("get_incident", { incident_id: String(first.id) }));
  return withoutIncident(given);
}

/** The most severe of the open incidents; of several the one that was seen last. */
function worstOpen(incidents: readonly ToolRow[]): ToolRow | undefined {
  const rank = ({ severity }: ToolRow) => SEVERITIES.indexOf(severity as Severity);
  return incidents.filter(({ status }) => status === "open").toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Incidents of which a candidate, or an event, is the CI. */
async function incidentsOf({ use }: RuleContext, ciId: string, incidents: readonly ToolRow[]) {
  const { rows } = await use("list_events", { ci: ciId, limit: 100 });
  const events = new Set<unknown>(rows.map(({ id }) => id));
  const found: ToolRow[] = [];
  for (const incident of incidents.slice(0, 4)) {
    const { rows: details } = await use("get_incident", { incident_id: String(incident.id) });
    const { event_ids, candidates } = (details[0] ?? {}) as { event_ids?: unknown[]; candidates?: { ci_id: string }[] };
    const isOfCi = event_ids?.some((id) => events.has(id)) || candidates?.some(({ ci_id }) => ci_id === ciId);
    if (isOfCi) found.push(incident);
  }
  return found;
}

interface Candidate {
  ci_id: string;
  name: string;
  confidence: number;
  explanation: string;
}

async function explained({ use }: RuleContext, { rows }: { rows: readonly ToolRow[] }): Promise<Findings> {
  const incident = rows[0] ?? {};
  const candidates = (incident.candidates ?? []) as Candidate[];
  const services = (incident.services ?? []) as { name: string }[];
  const [cause] = candidates;
  const reach = services.length > 0 ? `; it reaches ${listed(services.map(({ name }) => name))}` : "";
  if (!cause) {
    const reason = incident.cause_reason ?? "it is not analysed yet";
    return {
      summary: `No cause of incident ${incident.id} was found: ${reason}${reach}`,
      details: [incident],
      confidence: 0.3,
    };
  }
  const from = new Date(Date.parse(String(incident.first_seen)) - 24 * HOUR_MS).toISOString();
  const changes = await use("history_of", { ci: cause.ci_id, from, to: String(incident.first_seen), limit: 10 });
  const changed =
    changes.total > 0 ? `; ${cause.name} changed ${counted(changes.total, "time")} in the day before` : "";
  return {
    summary: `${cause.name} is the probable cause: ${cause.explanation}${changed}${reach}`,
    details: [...candidates.map((candidate) => ({ ...candidate })), ...changes.rows],
    confidence: cause.confidence,
  };
}

async function withoutIncident({ use, named: [ci], question: { range } }: RuleContext): Promise<Findings> {
  const time = range && { from: range.from.toISOString(), to: range.to.toISOString() };
  if (!ci) return { summary: "There is no open incident", details: [], confidence: 0.8 };
  const [events, changes] = await Promise.all([
    use("list_events", { ci: ci.id, ...time, limit: 20 }),
    use("history_of", { ci: ci.id, ...time, limit: 10 }),
  ]);
  const summary = `No incident concerns ${ci.name}; ${counted(events.total, "event")} and ${counted(changes.total, "change")} of it are known`;
  return { summary, details: [...events.rows, ...changes.rows], confidence: 0.6 };
}
