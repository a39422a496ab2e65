import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useMay } from "../../app/session-context";
import { type Noted, NoteModal } from "./NoteModal";
import { useStatusChange } from "./use-status-change";
import { NEXT, type Status } from "./words";

/** What may be done with one event, in place. A status can be changed back: it is changed without a question. */
export function EventActions({ event }: { event: { id: string; title: string; status: Status } }) {
  const may = useMay();
  const change = useStatusChange();
  const [noted, setNoted] = useState<Noted>();
  if (!may("events.write")) return null;
  const name = event.title.slice(0, 120);
  return (
    <Group gap={4} wrap="nowrap">
      {NEXT[event.status].map(({ to, verb }) => (
        <Button
          key={to}
          size="compact-xs"
          variant="default"
          loading={change.isPending && change.variables?.to === to}
          disabled={change.isPending}
          aria-label={`${verb}: ${name}`}
          onClick={() => change.mutate({ events: [event], to })}
        >
          {verb}
        </Button>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Add a note: ${name}`}
        onClick={() => setNoted({ events: [event], to: "same", title: event.title })}
      >
        Note
      </Button>
      <NoteModal change={noted} close={() => setNoted(undefined)} />
    </Group>
  );
}
