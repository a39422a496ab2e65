import { Button, Group, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { ApiError } from "../../../api/error";
import type { components } from "../../../api/v1";
import { useMay } from "../../../app/session-context";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { PageError } from "../../../components/PageError";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { NAMES } from "../names";
import { ScheduleForm } from "./ScheduleForm";

type Schedule = components["schemas"]["EnrichmentSchedule"];
const route = getRouteApi("/shell/enrichment/");

/** What enriches the CMDB, when it runs by itself, and how to start it now. */
export function Schedules() {
  const [changed, setChanged] = useState<Schedule>();
  const schedules = useQuery({
    queryKey: ["run", "schedules"],
    queryFn: () => bodyOf(v1.GET("/v1/enrichment/schedules")),
  });
  if (schedules.error) return <PageError error={schedules.error} reset={() => void schedules.refetch()} />;
  if (!schedules.data) return <Skeleton height={220} aria-label="Loading" />;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {schedules.data.data.map((schedule) => (
          <ScheduleCard key={schedule.name} schedule={schedule} change={() => setChanged(schedule)} />
        ))}
      </SimpleGrid>
      {changed && <ScheduleForm schedule={changed} close={() => setChanged(undefined)} />}
    </>
  );
}

function ScheduleCard({ schedule, change }: { schedule: Schedule; change: () => void }) {
  const may = useMay();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { name, description, cron, enabled, unavailable, last_run: last, next_run: next, last_error: error } = schedule;
  const open = (id: string) => void navigate({ search: (before) => ({ ...before, open: id }) });
  const start = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/enrichment/runs", { body: { name } })),
    onSuccess: ({ id }) => {
      notifyDone(`“${NAMES[name]}” is started`);
      open(id);
      return queries.invalidateQueries({ queryKey: ["run"] });
    },
    onError: (fault) => {
      const existing = fault instanceof ApiError ? fault.members.existing_id : undefined;
      if (typeof existing === "string") open(existing);
      notifyFailed(fault);
    },
  });
  return (
    <section className="card card-padded" aria-label={NAMES[name]}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h3">
          {NAMES[name]}
        </Title>
        <StatusMark state={unavailable ? "unavailable" : enabled ? "active" : "inactive"} />
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {description}
      </Text>
      <Text size="sm" mt={6}>
        {enabled ? (
          <>
            <code>{cron}</code> (UTC), next <Time at={next} />
          </>
        ) : (
          "Not by itself"
        )}
        ; last <Time at={last} fallback="never" />
      </Text>
      {(unavailable ?? error) && (
        <Text size="sm" mt={4}>
          <bdi>{unavailable ?? error}</bdi>
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {may("cmdb.write") && !unavailable && (
          <Button size="compact-sm" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            Start now
          </Button>
        )}
        {may("admin.settings") && (
          <Button size="compact-sm" variant="subtle" onClick={change}>
            Change schedule
          </Button>
        )}
      </Group>
    </section>
  );
}
