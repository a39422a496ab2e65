import { Button, Group, Modal, NativeSelect, Pill, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { CiPicker } from "../../components/CiPicker";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { notifyDone } from "../../components/notify";
import { count } from "./words";

export interface WindowCi {
  id: string;
  name: string;
}

const LENGTHS = [
  { value: "30", label: "30 minutes" },
  { value: "60", label: "1 hour" },
  { value: "240", label: "4 hours" },
  { value: "1440", label: "1 day" },
  { value: "until", label: "Until a time of your choice" },
];

/** Announces maintenance of CIs, which may be chosen beforehand. */
export function MaintenanceModal(props: { isOpen: boolean; close: () => void; cis?: readonly WindowCi[] }) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.close}
      title="Set maintenance"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {props.isOpen && <MaintenanceForm cis={props.cis ?? []} close={props.close} />}
    </Modal>
  );
}

function MaintenanceForm({ cis, close }: { cis: readonly WindowCi[]; close: () => void }) {
  const [chosen, setChosen] = useState(cis);
  const [from, setFrom] = useState("");
  const [length, setLength] = useState("60");
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => {
      const begin = from ? new Date(from) : new Date();
      const to = length === "until" ? new Date(until) : new Date(begin.getTime() + Number(length) * 60_000);
      return bodyOf(
        v1.POST("/v1/maintenance-windows", {
          body: {
            ci_ids: chosen.map(({ id }) => id),
            ...(from && { from: begin.toISOString() }),
            to: to.toISOString(),
            reason: reason.trim() || null,
          },
        }),
      );
    },
    onSuccess: async () => {
      notifyDone(`Maintenance of ${count(chosen.length, "CI")} is set`);
      await client.invalidateQueries({ queryKey: ["maintenance"] });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          Events of these CIs are kept, and marked as suppressed while it lasts.
        </Text>
        <CiPicker
          label="Add a CI"
          exclude={new Set(chosen.map(({ id }) => id))}
          pick={(ci) => setChosen([...chosen, ci])}
        />
        {chosen.length > 0 && (
          <Group gap={6} role="group" aria-label="CIs in maintenance">
            {chosen.map(({ id, name }) => (
              <Pill
                key={id}
                withRemoveButton
                maw="100%"
                title={name.slice(0, 400)}
                onRemove={() => setChosen(chosen.filter((ci) => ci.id !== id))}
                removeButtonProps={{
                  "aria-label": `Leave out ${name.slice(0, 120)}`,
                  tabIndex: 0,
                  "aria-hidden": false,
                }}
              >
                <bdi>{name.slice(0, 200)}</bdi>
              </Pill>
            ))}
          </Group>
        )}
        <TextInput
          type="datetime-local"
          label="Begins"
          description="Empty: now"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          error={faultOf(create.error, "from")}
        />
        <NativeSelect
          label="Lasts"
          data={LENGTHS}
          value={length}
          onChange={({ currentTarget }) => setLength(currentTarget.value)}
          error={length === "until" ? undefined : faultOf(create.error, "to")}
        />
        {length === "until" && (
          <TextInput
            type="datetime-local"
            label="Ends"
            required
            value={until}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
            error={faultOf(create.error, "to")}
          />
        )}
        <TextInput
          label="Reason"
          description="For other people; optional"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={faultOf(create.error, "reason")}
        />
        <FormFaults error={create.error} shown={["from", "to", "reason"]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
            Set maintenance
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
