import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type StatusChange, useStatusChange } from "./use-status-change";
import { count } from "./words";

const VERBS: Record<StatusChange["to"], string> = {
  open: "Open again",
  acknowledged: "Acknowledge",
  resolved: "Resolve",
  same: "Add a note to",
};
const MAX_NOTE = 2_000;

export type Noted = Pick<StatusChange, "events" | "to"> & { title?: string };

/** Asks for a note with a change of status, or for a note alone. */
export function NoteModal({ change, close }: { change: Noted | undefined; close: () => void }) {
  return (
    <Modal
      opened={change !== undefined}
      onClose={close}
      title={change && `${VERBS[change.to]} ${count(change.events.length, "event")}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {change && <NoteForm change={change} close={close} />}
    </Modal>
  );
}

function NoteForm({ change, close }: { change: Noted; close: () => void }) {
  const { events, to, title } = change;
  const [note, setNote] = useState("");
  const save = useStatusChange(close);
  const isNoteAlone = to === "same";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ events, to, note: note.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {title && (
          <Text size="sm" c="dimmed" lineClamp={3}>
            <bdi>{title.slice(0, 400)}</bdi>
          </Text>
        )}
        <Textarea
          label="Note"
          description={isNoteAlone ? "Kept in the event's history." : "Optional. Kept in the history of each event."}
          required={isNoteAlone}
          maxLength={MAX_NOTE}
          minRows={3}
          autosize
          maxRows={10}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isNoteAlone && !note.trim()}>
            {isNoteAlone ? "Add note" : VERBS[to]}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
