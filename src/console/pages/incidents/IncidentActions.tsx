import { Button } from "@mantine/core";
import { useState } from "react";
import { useMay } from "../../app/session-context";
import type { EventRow, Incident } from "./incident-data";
import { MaintenanceModal } from "./MaintenanceModal";
import { type Noted, NoteModal } from "./NoteModal";

/** What may be done with the incident as a whole: each acts on its events, and says on how many. */
export function IncidentActions(props: {
  incident: Incident;
  events: readonly EventRow[];
  names: ReadonlyMap<string, { name: string }>;
}) {
  const { incident, events, names } = props;
  const may = useMay();
  const [noted, setNoted] = useState<Noted>();
  const [isSetting, setSetting] = useState(false);
  if (!may("events.write")) return null;
  const open = events.filter(({ status }) => status === "open");
  const unresolved = events.filter(({ status }) => status !== "resolved");
  const causeId = incident.root_cause?.ci_id;
  // A note on the incident is kept where others look for it: with the alarm of the cause, else with the first alarm.
  const place = events.find(({ affected_cis }) => causeId && affected_cis?.includes(causeId)) ?? events[0];
  const cis = [
    ...new Set([...(causeId ? [causeId] : []), ...unresolved.flatMap(({ affected_cis }) => affected_cis ?? [])]),
  ];
  return (
    <>
      {open.length > 0 && (
        <Button size="xs" onClick={() => setNoted({ events: open, to: "acknowledged" })}>
          Acknowledge {open.length} open
        </Button>
      )}
      {unresolved.length > 0 && (
        <Button size="xs" variant="default" onClick={() => setNoted({ events: unresolved, to: "resolved" })}>
          Resolve {unresolved.length}
        </Button>
      )}
      {place && (
        <Button
          size="xs"
          variant="default"
          onClick={() => setNoted({ events: [place], to: "same", title: `Kept with: ${place.title}` })}
        >
          Add note
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setSetting(true)}>
        Set maintenance
      </Button>
      <NoteModal change={noted} close={() => setNoted(undefined)} />
      <MaintenanceModal
        isOpen={isSetting}
        close={() => setSetting(false)}
        cis={cis.map((id) => ({ id, name: names.get(id)?.name ?? id }))}
      />
    </>
  );
}
