import { Anchor, Button, Group, Switch, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { usePages } from "../../api/use-pages";
import { ConfirmModal } from "../../components/ConfirmModal";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { Name } from "../../components/Name";
import { NeedsScope } from "../../components/NeedsScope";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import { cronWords } from "./cron-words";
import { refreshReports, type Schedule, SECTIONS, templatesQuery } from "./report-data";
import { EditSchedule, ScheduleForm } from "./ScheduleForm";

const route = getRouteApi("/shell/reports/schedules");

export function SchedulesPage() {
  return (
    <NeedsScope scope="reports.create" title="Report schedules">
      <Schedules />
    </NeedsScope>
  );
}

function Schedules() {
  const { edit, new: isNew } = route.useSearch();
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<Schedule>();
  const templates = useQuery(templatesQuery);
  const list = usePages(["report", "schedules"], (page) =>
    bodyOf(v1.GET("/v1/reports/schedules", { params: { query: page } })),
  );
  const templateName = (id: string) => templates.data?.find((template) => template.id === id)?.name ?? words(id);
  const close = () => void navigate({ to: "/reports/schedules", search: {} });
  return (
    <>
      <PageHeader title="Report schedules" hint="Yours; each has a report generated at its times, with your rights">
        <Button
          size="xs"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => void navigate({ to: "/reports/schedules", search: { new: true } })}
        >
          New schedule
        </Button>
      </PageHeader>
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      <DataTable
        label="Report schedules"
        height="calc(100dvh - 15rem)"
        columns={columnsOf(templateName, setDoomed)}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/reports/schedules", search: { edit: id } })}
        empty={
          <EmptyState title="No schedules yet">
            A schedule has a report generated every day, week or month, and may send it by mail.
          </EmptyState>
        }
        {...list.table}
        rows={list.table.rows as Schedule[]}
      />
      {isNew && <ScheduleForm templateId={isNew === true ? null : isNew} close={close} />}
      {edit && <EditSchedule id={edit} close={close} />}
      <DeleteSchedule schedule={doomed} close={() => setDoomed(undefined)} />
    </>
  );
}

function columnsOf(
  templateName: (id: string) => string,
  doom: (schedule: Schedule) => void,
): readonly Column<Schedule>[] {
  return [
    {
      id: "name",
      header: "Schedule",
      cell: ({ id, name }) => (
        <Anchor
          component={Link}
          to={`/reports/schedules?edit=${encodeURIComponent(id)}`}
          size="sm"
          onClick={(event) => event.stopPropagation()}
        >
          <Name>{name}</Name>
        </Anchor>
      ),
    },
    {
      id: "template",
      header: "Report",
      isOptional: true,
      cell: ({ template_id, format }) => <Name>{`${templateName(template_id)}, ${format.toUpperCase()}`}</Name>,
    },
    {
      id: "when",
      header: "When",
      width: "15rem",
      isOptional: true,
      cell: ({ cron, time_zone }) => <Name>{`${cronWords(cron)}, ${time_zone}`}</Name>,
    },
    { id: "to", header: "Sent to", width: "7.5rem", isOptional: true, cell: ({ delivery }) => sentTo(delivery) },
    { id: "last", header: "Last", width: "8rem", isOptional: true, cell: (schedule) => <LastRun {...schedule} /> },
    {
      id: "next",
      header: "Next",
      width: "6.5rem",
      isOptional: true,
      cell: ({ next_run }) => <Time at={next_run} fallback="Paused" />,
    },
    {
      id: "actions",
      header: "Actions",
      width: "10.75rem",
      cell: (schedule) => <Actions schedule={schedule} doom={() => doom(schedule)} />,
    },
  ];
}

function sentTo({ method, recipients }: Schedule["delivery"]) {
  if (method === "none") return "Nobody";
  if (method === "webhook") return "Webhooks";
  const [first, ...others] = recipients;
  return <Name>{others.length > 0 ? `${first} and ${others.length} more` : (first ?? "–")}</Name>;
}

function LastRun({ last_run, last_error }: Schedule) {
  if (!last_error) return <Time at={last_run} fallback="Not yet" />;
  return (
    <Text size="sm" component="span" title={last_error.slice(0, 400)} className="clip">
      Failed: <bdi>{last_error.slice(0, 200)}</bdi>
    </Text>
  );
}

function Actions({ schedule, doom }: { schedule: Schedule; doom: () => void }) {
  const { id, name, enabled } = schedule;
  const of = name.slice(0, 80);
  const pause = useMutation({
    mutationFn: (next: boolean) =>
      bodyOf(v1.PUT("/v1/reports/schedules/{id}", { params: { path: { id } }, body: { enabled: next } })),
    onSuccess: ({ enabled: runs }) => {
      notifyDone(runs ? `Schedule ${of} runs again` : `Schedule ${of} is paused`);
      void refreshReports();
    },
    onError: (error) => notifyFailed(error),
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the click from opening the row
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div onClick={(event) => event.stopPropagation()}>
      <Group gap="xs" wrap="nowrap">
        <Switch
          size="xs"
          label="Runs"
          aria-label={`Runs: ${of}`}
          checked={enabled}
          disabled={pause.isPending}
          onChange={(event) => pause.mutate(event.currentTarget.checked)}
        />
        <Button size="compact-xs" variant="subtle" aria-label={`Delete ${of}`} onClick={doom}>
          Delete
        </Button>
      </Group>
    </div>
  );
}

function DeleteSchedule({ schedule, close }: { schedule: Schedule | undefined; close: () => void }) {
  const remove = useMutation({
    mutationFn: (id: string) => bodyOf(v1.DELETE("/v1/reports/schedules/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      notifyDone("The schedule is deleted");
      void refreshReports();
      close();
    },
  });
  return (
    <ConfirmModal
      title={`Delete schedule ${schedule?.name}?`}
      action="Delete schedule"
      isOpen={schedule !== undefined}
      isPending={remove.isPending}
      error={remove.error}
      close={close}
      confirm={() => schedule && remove.mutate(schedule.id)}
    >
      No more reports are made by it. Those that it asked for stay.
    </ConfirmModal>
  );
}
