import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { causePath, type PathNode } from "./cause-path";
import type { EventRow, Impact } from "./incident-data";
import { count, SEVERITIES, type Severity } from "./words";

const NODE = { width: 184, height: 46 };
const GAP = { x: 48, y: 12 };

const COLOURS: Record<Severity, string> = {
  critical: "critical",
  high: "critical",
  medium: "degraded",
  low: "maintenance",
};

interface Alarms {
  open: number;
  all: number;
  worst: Severity;
}

/** How the failure travels, from the cause on the left to the symptoms on the right. */
export function CauseMap({ impact, events }: { impact: Impact; events: readonly EventRow[] }) {
  const alarms = useMemo(() => alarmsByCi(events), [events]);
  const path = useMemo(() => causePath(impact, new Set(alarms.keys())), [impact, alarms]);
  const { columns, rows, nodes, links } = path;
  const inColumn = (column: number) => nodes.filter((node) => node.column === column).length;
  const place = ({ column, row }: PathNode) => ({
    left: column * (NODE.width + GAP.x),
    top: (row + (rows - inColumn(column)) / 2) * (NODE.height + GAP.y),
  });
  const places = new Map(nodes.map((node) => [node.id, place(node)]));
  const size = { width: columns * (NODE.width + GAP.x) - GAP.x, height: rows * (NODE.height + GAP.y) - GAP.y };
  return (
    <>
      <section
        className="cause-map"
        aria-label={`How the failure of ${impact.ci.name.slice(0, 120)} reaches what alarms`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
        tabIndex={0}
      >
        <div className="cause-map-plane" style={size}>
          <svg {...size} aria-hidden>
            {links.map(([from, to]) => (
              <path key={`${from} ${to}`} className="cause-map-line" d={line(places.get(from)!, places.get(to)!)} />
            ))}
          </svg>
          {nodes.map((node) => (
            <Node
              key={node.id}
              node={node}
              isCause={node.id === impact.ci.id}
              alarms={alarms.get(node.id)}
              place={places.get(node.id)!}
            />
          ))}
        </div>
      </section>
      <Left path={path} isCut={impact.truncated} />
    </>
  );
}

function Node(props: { node: PathNode; isCause: boolean; alarms?: Alarms; place: { left: number; top: number } }) {
  const { node, isCause, alarms, place } = props;
  const state = alarms
    ? alarms.open > 0
      ? `${alarms.open} open, ${alarms.worst}`
      : `${alarms.all} resolved`
    : isCause
      ? "no alarm of its own"
      : "on the way";
  const colour = alarms && alarms.open > 0 ? COLOURS[alarms.worst] : alarms ? "healthy" : "unknown";
  return (
    <Link
      to={addressOf(node) as "/cis"}
      className="cause-map-node"
      data-cause={isCause || undefined}
      data-alarm={alarms ? true : undefined}
      data-between={(!alarms && !isCause) || undefined}
      style={{ ...place, ...NODE, ["--node-colour" as string]: `var(--orrery-${colour})` }}
      title={node.name.slice(0, 400)}
    >
      <bdi className="clip">{node.name.slice(0, 200)}</bdi>
      <small>
        {isCause ? "Cause · " : ""}
        {state}
        {node.isCovered ? " · redundant" : ""}
      </small>
    </Link>
  );
}

/** The router knows only the patterns of addresses. */
const addressOf = ({ id, type }: PathNode): string => (type === "business_service" ? `/services/${id}` : `/cis/${id}`);

function Left({ path: { apart, left }, isCut }: { path: ReturnType<typeof causePath>; isCut: boolean }) {
  if (apart.length === 0 && left === 0) return null;
  return (
    <p className="cause-map-left">
      {left > 0 && `${count(left, "CI")} further away, too many to draw. `}
      {apart.length > 0 &&
        `${count(apart.length, "CI")} with events ${apart.length === 1 ? "is" : "are"} not reached by this failure${isCut ? " within the steps that were walked" : ""}.`}
    </p>
  );
}

function line(from: { left: number; top: number }, to: { left: number; top: number }): string {
  const [x1, y1] = [from.left + NODE.width, from.top + NODE.height / 2];
  const [x2, y2] = [to.left, to.top + NODE.height / 2];
  const bend = Math.max(GAP.x / 2, (x2 - x1) / 2);
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** Events by the CI that they concern. */
function alarmsByCi(events: readonly EventRow[]): ReadonlyMap<string, Alarms> {
  const found = new Map<string, Alarms>();
  for (const { affected_cis, severity, status } of events) {
    for (const id of affected_cis ?? []) {
      const one = found.get(id) ?? { open: 0, all: 0, worst: severity };
      one.all += 1;
      if (status !== "resolved") one.open += 1;
      if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(one.worst)) one.worst = severity;
      found.set(id, one);
    }
  }
  return found;
}
