import { Button, Group, Modal, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { NAMES } from "../names";

type Schedule = components["schemas"]["EnrichmentSchedule"];

export function ScheduleForm({ schedule, close }: { schedule: Schedule; close: () => void }) {
  const queries = useQueryClient();
  const { name } = schedule;
  const [draft, setDraft] = useState({
    cron: schedule.cron,
    enabled: schedule.enabled,
    batch_size: schedule.batch_size,
  });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: () => bodyOf(v1.PUT("/v1/enrichment/schedules/{name}", { params: { path: { name } }, body: draft })),
    onSuccess: () => {
      notifyDone("The schedule is changed");
      close();
      return queries.invalidateQueries({ queryKey: ["run"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={close} title={`Schedule of “${NAMES[name]}”`} closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submit}>
        <Stack>
          <FormFaults error={save.error} shown={["cron", "batch_size"]} />
          <Switch
            label="Runs by itself"
            description="What is saved is enriched at once either way"
            checked={draft.enabled}
            onChange={(event) => set({ enabled: event.currentTarget.checked })}
          />
          <TextInput
            label="When"
            description="Minute, hour, day, month, weekday, in UTC; 0 */6 * * * is every six hours. At least five minutes apart."
            required
            data-autofocus
            value={draft.cron}
            onChange={(event) => set({ cron: event.currentTarget.value })}
            error={faultOf(save.error, "cron")}
          />
          <NumberInput
            label="Entries in one go"
            description="Larger is faster, and holds others up longer"
            min={1}
            max={1_000}
            allowDecimal={false}
            required
            value={draft.batch_size}
            onChange={(value) => set({ batch_size: Number(value) })}
            error={faultOf(save.error, "batch_size")}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save schedule
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
