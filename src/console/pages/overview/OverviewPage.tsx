import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { DemoNote } from "../../components/DemoNote";
import { EmptyState } from "../../components/EmptyState";
import { FirstRun } from "../../components/FirstRun";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { Time } from "../../components/Time";
import { CiPanel } from "./CiPanel";
import { DecisionsPanel, EventsPanel, ScansPanel, VulnerabilitiesPanel } from "./FigurePanels";
import { IncidentsPanel } from "./IncidentsPanel";
import { ServicesPanel } from "./ServicesPanel";
import { summary } from "./summary";
import "./overview.css";

/** What needs attention now; on a new installation, how to fill it. A part that the user may not see is left out. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery(summary);
  if (error && !data) {
    return (
      <>
        <PageHeader title="Overview" />
        <PageError error={error} reset={() => void refetch()} />
      </>
    );
  }
  if (!data) {
    return (
      <>
        <PageHeader title="Overview" />
        <div className="overview" role="status" aria-label="The overview is being read">
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
      </>
    );
  }
  const { incidents, events, services, discovery, pending_mappings, cis, vulnerabilities } = data;
  return (
    <>
      <PageHeader
        title="Overview"
        hint={
          <>
            What needs attention now, and what is new since <Time at={data.since} />.
          </>
        }
      />
      <Stack gap="md">
        <DemoNote />
        {data.first_run && <FirstRun />}
        {!incidents && !services && !discovery && !cis && pending_mappings === null && (
          <div className="card">
            <EmptyState title="Your scopes show nothing of the estate" icon={Lock}>
              An administrator can give you others, such as cmdb.read and events.read.
            </EmptyState>
          </div>
        )}
        <div className="overview">
          <div className="overview-main">
            {incidents && <IncidentsPanel incidents={incidents} />}
            {cis && <CiPanel cis={cis} />}
          </div>
          <div className="overview-side">
            {events && <EventsPanel events={events} />}
            {services && <ServicesPanel services={services} />}
            {vulnerabilities && <VulnerabilitiesPanel vulnerabilities={vulnerabilities} />}
            {(discovery || pending_mappings !== null) && (
              <DecisionsPanel parked={discovery?.parked_hosts ?? null} mappings={pending_mappings} />
            )}
            {discovery && <ScansPanel scans={discovery.scans} runningJobs={data.running_jobs} />}
          </div>
        </div>
      </Stack>
    </>
  );
}
