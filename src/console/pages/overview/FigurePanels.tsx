import { Text } from "@mantine/core";
import type { components } from "../../api/v1";
import { StatusMark } from "../../components/StatusMark";
import { Figure, Panel } from "./Panel";

type Summary = components["schemas"]["Summary"];
const SEVERITIES = ["critical", "high", "medium", "low"] as const;
const UNRESOLVED = ["open", "acknowledged"];

export function EventsPanel({ events: { unresolved, by_severity } }: { events: NonNullable<Summary["events"]> }) {
  return (
    <Panel title={`Unresolved events (${unresolved.toLocaleString("en")})`} to="/events" all="See events">
      <div className="overview-figures">
        {SEVERITIES.map((severity) => (
          <Figure
            key={severity}
            value={by_severity[severity]}
            label={<StatusMark state={severity} />}
            to="/events"
            search={{ severity: [severity], status: UNRESOLVED }}
          />
        ))}
      </div>
    </Panel>
  );
}

/** CIs that a serious vulnerability affects, and no decision accepts. */
export function VulnerabilitiesPanel({
  vulnerabilities: { known_exploited_cis, critical_cis },
}: {
  vulnerabilities: NonNullable<Summary["vulnerabilities"]>;
}) {
  const cis = (count: number) => (count === 1 ? "CI" : "CIs");
  return (
    <Panel title="Vulnerabilities" to="/vulnerabilities" all="See all">
      <div className="overview-figures">
        <Figure
          value={known_exploited_cis}
          label={`${cis(known_exploited_cis)} with a known exploited one`}
          to="/vulnerabilities"
          search={{ kev: true, state: "affected" }}
        />
        <Figure
          value={critical_cis}
          label={`${cis(critical_cis)} with a critical one`}
          to="/vulnerabilities"
          search={{ severity: "critical", state: "affected" }}
        />
      </div>
    </Panel>
  );
}

/** What only a person can decide. */
export function DecisionsPanel({ parked, mappings }: { parked: number | null; mappings: number | null }) {
  const isDone = !parked && !mappings;
  return (
    <Panel title="To decide">
      {isDone && <Text size="sm">Nothing waits for a decision.</Text>}
      <div className="overview-figures">
        {parked !== null && (
          <Figure value={parked} label={parked === 1 ? "parked host" : "parked hosts"} to="/discovery/parked" />
        )}
        {mappings !== null && (
          <Figure
            value={mappings}
            label={mappings === 1 ? "pending mapping" : "pending mappings"}
            to="/software/pending"
          />
        )}
      </div>
    </Panel>
  );
}

export function ScansPanel(props: { scans: NonNullable<Summary["discovery"]>["scans"]; runningJobs: number | null }) {
  const { completed, failed, running, with_parked_hosts } = props.scans;
  const figures = [
    { value: completed, label: "done" },
    { value: running, label: "running" },
    { value: failed, label: "failed" },
    { value: with_parked_hosts, label: "parked" },
  ];
  return (
    <Panel title="Scans of the last day" to="/discovery" all="See scans">
      <div className="overview-figures">
        {figures.map(({ value, label }) => (
          <Figure
            key={label}
            value={value}
            label={label}
            to={label === "parked" ? "/discovery/parked" : "/discovery"}
          />
        ))}
      </div>
      {completed + running + failed === 0 && (
        <Text size="sm" mt="xs">
          Nothing was scanned in the last day. “Discovery” says how to.
        </Text>
      )}
      {Boolean(props.runningJobs) && (
        <Text size="sm" mt="xs">
          {props.runningJobs} enrichment {props.runningJobs === 1 ? "run is" : "runs are"} going on.
        </Text>
      )}
    </Panel>
  );
}
