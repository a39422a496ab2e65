import { HEALTH_MARKS } from "../../../../model/health-marks";
import type { ShownHealth } from "../../../../model/palette";
import type { GraphNode } from "../graph-data";

/** The marks that the map uses now, with their words and counts. */
export function Legend({ nodes }: { nodes: readonly GraphNode[] }) {
  const healths = (Object.keys(HEALTH_MARKS) as ShownHealth[])
    .map((health) => ({ health, count: nodes.filter((node) => node.health === health).length }))
    .filter(({ count }) => count > 0);
  if (healths.length === 0) return null;
  return (
    <ul className="card map-legend" aria-label="Health of what is shown">
      {healths.map(({ health, count }) => (
        <li key={health}>
          <svg width="10" height="10" viewBox="-1 -1 12 12" aria-hidden="true">
            <path d={HEALTH_MARKS[health].shape} fillRule="evenodd" fill={`var(--orrery-${health})`} />
          </svg>
          {HEALTH_MARKS[health].word} {count}
        </li>
      ))}
    </ul>
  );
}
