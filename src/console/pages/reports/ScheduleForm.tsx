import { Select, SimpleGrid, Skeleton, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { faultOf } from "../../components/FormFaults";
import { FormModal } from "../../components/FormModal";
import { notifyDone } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { cronOf, REPEATS, type Repeat, type Times, timesOf, WEEKDAYS } from "./cron-words";
import { REQUEST_FIELDS, RequestFields } from "./RequestFields";
import { LONGEST_NAME, ownZone, refreshReports, type Schedule } from "./report-data";
import { emptyRequest, requestDraftOf, requestOf } from "./request-draft";

const REPEAT_WORDS: Record<Repeat, string> = {
  day: "Every day",
  weekday: "Monday to Friday",
  week: "Every week",
  month: "Every month",
  custom: "As a cron expression",
};
const ZONES = Intl.supportedValuesOf("timeZone");

/** Reads a schedule, then shows its form. */
export function EditSchedule({ id, close }: { id: string; close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["report", "schedules", id],
    queryFn: () => bodyOf(v1.GET("/v1/reports/schedules/{id}", { params: { path: { id } } })),
  });
  if (error && !data) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={40} role="status" aria-label="Schedule: loading" />;
  return <ScheduleForm schedule={data} close={close} />;
}

/** Has a report generated again and again, or changes how. */
export function ScheduleForm(props: { schedule?: Schedule; templateId?: string | null; close: () => void }) {
  const { schedule, templateId = null, close } = props;
  const [request, setRequest] = useState(() => (schedule ? requestDraftOf(schedule) : emptyRequest(templateId)));
  const [times, setTimes] = useState(() => timesOf(schedule?.cron ?? "0 6 * * 1"));
  const [draft, setDraft] = useState({
    name: schedule?.name ?? "",
    zone: schedule?.time_zone ?? ownZone(),
    enabled: schedule?.enabled ?? true,
  });
  const save = useMutation({
    mutationFn: () => {
      const { name, zone, enabled } = draft;
      const body = { ...requestOf(request, zone), name: name.trim(), cron: cronOf(times), time_zone: zone, enabled };
      if (!schedule) return bodyOf(v1.POST("/v1/reports/schedules", { body }));
      return bodyOf(v1.PUT("/v1/reports/schedules/{id}", { params: { path: { id: schedule.id } }, body }));
    },
    onSuccess: () => {
      notifyDone(schedule ? "The schedule is changed" : "The schedule is made");
      void refreshReports();
      close();
    },
  });
  const { error } = save;
  return (
    <FormModal
      title={schedule ? "Change schedule" : "New schedule"}
      action={schedule ? "Save changes" : "Create"}
      close={close}
      submit={() => save.mutate()}
      isPending={save.isPending}
      error={error}
      fields={[...REQUEST_FIELDS, "name", "cron", "time_zone"]}
    >
      <TextInput
        label="Name"
        description="Its reports have it too"
        required
        data-autofocus
        maxLength={LONGEST_NAME}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        error={faultOf(error, "name")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TimesFields times={times} set={(change) => setTimes({ ...times, ...change })} fault={faultOf(error, "cron")} />
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={60}
          data={[...new Set([draft.zone, "UTC", ...ZONES])]}
          value={draft.zone}
          onChange={(zone) => setDraft({ ...draft, zone: zone ?? "UTC" })}
          error={faultOf(error, "time_zone")}
        />
      </SimpleGrid>
      <RequestFields
        draft={request}
        set={(change) => setRequest((before) => ({ ...before, ...change }))}
        error={error}
      />
      <Switch
        label="Runs"
        description="While it does not, it keeps its settings and asks for nothing"
        checked={draft.enabled}
        onChange={(event) => setDraft({ ...draft, enabled: event.currentTarget.checked })}
      />
    </FormModal>
  );
}

function TimesFields(props: { times: Times; set: (change: Partial<Times>) => void; fault: string | undefined }) {
  const { times, set, fault } = props;
  const { repeat, at, weekday, day, cron } = times;
  return (
    <>
      <Select
        label="Repeats"
        allowDeselect={false}
        data={REPEATS.map((value) => ({ value, label: REPEAT_WORDS[value] }))}
        value={repeat}
        onChange={(value) => set({ repeat: value as Repeat, cron: cronOf(times) })}
        error={repeat === "custom" ? undefined : fault}
      />
      {repeat === "week" && (
        <Select
          label="On"
          allowDeselect={false}
          data={WEEKDAYS.map((label, index) => ({ value: String(index), label }))}
          value={weekday}
          onChange={(value) => set({ weekday: value ?? "1" })}
        />
      )}
      {repeat === "month" && (
        <Select
          label="On day"
          description={Number(day) > 28 ? "Months without it are left out" : undefined}
          allowDeselect={false}
          data={Array.from({ length: 31 }, (_, index) => String(index + 1))}
          value={day}
          onChange={(value) => set({ day: value ?? "1" })}
        />
      )}
      {repeat === "custom" ? (
        <TextInput
          label="Cron expression"
          description="Minute, hour, day, month, weekday"
          required
          value={cron}
          onChange={(event) => set({ cron: event.currentTarget.value })}
          error={fault}
        />
      ) : (
        <TextInput
          label="At"
          type="time"
          required
          value={at}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
      )}
    </>
  );
}
