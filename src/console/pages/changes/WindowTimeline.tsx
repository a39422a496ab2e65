import { Text, Title } from "@mantine/core";
import { ThingLink } from "../../components/ThingLink";
import { ExactTime } from "../../components/Time";
import type { Analysis, Conflict } from "./change-data";

interface Span {
  key: string;
  label: string;
  from: string;
  to: string;
  colour: string;
  conflict?: Conflict;
}

const KINDS = { change: "Another change", maintenance: "Maintenance", holiday: "Holiday" };
const RELATIONS = { same: "of the same CI", parent: "of a parent", child: "of a child" };

/** The planned and the recommended window and what conflicts, to one scale. */
export function WindowTimeline({ analysis }: { analysis: Analysis }) {
  const { recommended_window: recommended, conflicts } = analysis;
  const spans = spansOf(analysis);
  const begin = Math.min(...spans.map(({ from }) => Date.parse(from)));
  const end = Math.max(...spans.map(({ to }) => Date.parse(to)));
  const share = (at: string) => ((Date.parse(at) - begin) / Math.max(1, end - begin)) * 100;
  return (
    <section>
      <Title order={2} mb={6}>
        When
      </Title>
      {spans.length === 0 ? (
        <Text c="dimmed" mb="lg">
          No window is planned, so that none can be judged or recommended.
        </Text>
      ) : (
        <div className="card" style={{ padding: 12, marginBottom: 16 }}>
          <Text size="sm" mb="xs">
            {recommended ? <bdi>{recommended.reason}</bdi> : "No window can be recommended."}
            {conflicts.length === 0 && recommended && " Nothing conflicts with the plan."}
          </Text>
          {spans.map((span) => (
            <div key={span.key} className="timeline-row">
              <div style={{ minWidth: 0 }}>
                <Text size="sm">{span.label}</Text>
                <Text size="xs" c="dimmed" component="div">
                  <ExactTime at={span.from} /> to <ExactTime at={span.to} />
                  {span.conflict && <ConflictLink conflict={span.conflict} />}
                </Text>
              </div>
              <div className="timeline-track" aria-hidden>
                <span
                  style={{
                    left: `${share(span.from)}%`,
                    width: `${Math.max(1, share(span.to) - share(span.from))}%`,
                    background: span.colour,
                  }}
                />
              </div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function spansOf({ planned_start, planned_end, recommended_window: window, conflicts }: Analysis): Span[] {
  const spans: Span[] = [];
  if (planned_start && planned_end) {
    const colour = conflicts.length > 0 ? "var(--orrery-degraded)" : "var(--orrery-maintenance)";
    spans.push({ key: "planned", label: "Planned", from: planned_start, to: planned_end, colour });
  }
  if (window) {
    spans.push({
      key: "best",
      label: "Recommended",
      from: window.from,
      to: window.to,
      colour: "var(--orrery-healthy)",
    });
  }
  for (const [index, conflict] of conflicts.entries()) {
    const label = `Conflict: ${KINDS[conflict.kind]}${conflict.kind === "holiday" ? "" : ` ${RELATIONS[conflict.relation]}`}`;
    const colour = "var(--orrery-critical)";
    spans.push({ key: `conflict ${index}`, label, from: conflict.from, to: conflict.to, colour, conflict });
  }
  return spans;
}

function ConflictLink({ conflict: { analysis_id, task_node_id, ci_id } }: { conflict: Conflict }) {
  return (
    <>
      {analysis_id && <ThingLink kind="change" id={analysis_id} name={task_node_id ?? "The other change"} />}
      {ci_id && <ThingLink kind="ci" id={ci_id} name="The CI that it concerns" />}
    </>
  );
}
