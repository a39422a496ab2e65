import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useMay } from "../../app/session-context";
import { type Noted, NoteModal } from "./NoteModal";
import type { Status } from "./words";

/** What may be done with the selected events: each action says on how many of them it can. */
export function EventBulk(props: {
  rows: readonly { id: string; status?: Status }[];
  selected: ReadonlySet<string>;
  clear: () => void;
}) {
  const { rows, selected, clear } = props;
  const may = useMay();
  const [noted, setNoted] = useState<Noted>();
  const chosen = rows.flatMap(({ id, status }) => (selected.has(id) && status ? [{ id, status }] : []));
  if (chosen.length === 0 || !may("events.write")) return null;
  const within = (...from: Status[]) => chosen.filter(({ status }) => from.includes(status));
  const actions = [
    { to: "acknowledged", verb: "Acknowledge", events: within("open") },
    { to: "resolved", verb: "Resolve", events: within("open", "acknowledged") },
    { to: "open", verb: "Open again", events: within("acknowledged", "resolved") },
    { to: "same", verb: "Add a note to", events: chosen },
  ] as const;
  return (
    <Group mb="sm" gap="xs" role="group" aria-label="Actions on the selected events">
      <Text size="sm">{chosen.length} selected</Text>
      {actions.map(({ to, verb, events }) => (
        <Button
          key={to}
          size="compact-sm"
          variant="default"
          disabled={events.length === 0}
          onClick={() => setNoted({ events, to })}
        >
          {verb} {events.length}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        Select none
      </Button>
      <NoteModal change={noted} close={() => setNoted(undefined)} />
    </Group>
  );
}
