import { Text } from "@mantine/core";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { type Incident, useIncident } from "./incident-data";

/** Incidents shown that were split from one. */
const MAX_SHOWN = 5;

/** The incident that this one was a part of, and those that were parts of it, as they are now. */
export function SplitIncidents({ incident: { split_from, split_into } }: { incident: Incident }) {
  const more = split_into.length - MAX_SHOWN;
  return (
    <>
      <Text size="sm" c="dimmed">
        Their CIs are not linked any more, or they have unconnected causes.
      </Text>
      {split_from && <SplitLine id={split_from} what="It was a part of" />}
      {split_into.slice(0, MAX_SHOWN).map((id) => (
        <SplitLine key={id} id={id} what="A part of it was" />
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          And {more} more.
        </Text>
      )}
    </>
  );
}

function SplitLine({ id, what }: { id: string; what: string }) {
  const { data } = useIncident(id);
  return (
    <div>
      <Text size="xs" c="dimmed">
        {what}
      </Text>
      <ThingLink kind="incident" id={id} name={data?.root_cause?.name ?? (data && "Incident without a known cause")} />
      {data && <StatusMark state={data.status} />}
    </div>
  );
}
