import { Group, Text } from "@mantine/core";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { type Incident, useIncident, useTitles } from "./incident-data";

/** Incidents shown that were split from one, and how many ids of them an incident has at most. */
const MAX = { shown: 5, ids: 20 } as const;

/** The incident from which this one was split, and the incidents that were split from it, as they are now. */
export function SplitIncidents({ incident: { split_from, split_into } }: { incident: Incident }) {
  const titles = useTitles([...(split_from ? [split_from] : []), ...split_into.slice(0, MAX.shown)]);
  const more = split_into.length - MAX.shown;
  return (
    <>
      <Text size="sm" c="dimmed">
        Nothing links their CIs any more, or they show unconnected faults.
      </Text>
      {split_from && <SplitList title="Split from" ids={[split_from]} titles={titles} />}
      {split_into.length > 0 && <SplitList title="Split off" ids={split_into.slice(0, MAX.shown)} titles={titles} />}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          And {split_into.length < MAX.ids ? `${more} more` : "more"}.
        </Text>
      )}
    </>
  );
}

function SplitList({ title, ids, titles }: { title: string; ids: string[]; titles: ReadonlyMap<string, string> }) {
  return (
    <div>
      <Text size="xs" c="dimmed" aria-hidden>
        {title}
      </Text>
      <ul className="split-list" aria-label={title}>
        {ids.map((id) => (
          <SplitLine key={id} id={id} title={titles.get(id)} />
        ))}
      </ul>
    </div>
  );
}

function SplitLine({ id, title }: { id: string; title: string | undefined }) {
  const { data } = useIncident(id);
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <ThingLink kind="incident" id={id} name={data?.root_cause?.name ?? title ?? "No cause known"} />
        {data && <StatusMark state={data.status} />}
      </Group>
    </li>
  );
}
