import { Button, Drawer, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { CodeBlock } from "../../../components/CodeBlock";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { Facts } from "../../../components/Facts";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { PageError } from "../../../components/PageError";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";

type Job = components["schemas"]["Job"];

export function JobDrawer({ id, close }: { id: string | undefined; close: () => void }) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title="Job"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id && <OneJob key={id} id={id} close={close} />}
    </Drawer>
  );
}

function OneJob({ id, close }: { id: string; close: () => void }) {
  const job = useQuery({
    queryKey: ["job", id],
    queryFn: () => bodyOf(v1.GET("/v1/admin/jobs/{id}", { params: { path: { id } } })),
  });
  if (job.error) return <PageError error={job.error} reset={() => void job.refetch()} />;
  if (!job.data) return <Skeleton height={240} aria-label="Loading" />;
  const { name, state, tries, scope, error, payload } = job.data;
  return (
    <Stack>
      <Title order={2}>{name}</Title>
      <Facts
        facts={[
          ["State", <StatusMark key="state" state={state} />],
          ["Whose", scope === "installation" ? "The installation's: its content is not shown" : "This tenant's"],
          ["Tries", tries],
          ["Created", <Time key="created" at={job.data.created_at} />],
          ["Started", <Time key="started" at={job.data.started_at} />],
          ["Ended", <Time key="ended" at={job.data.ended_at} />],
          ["Not before", <Time key="after" at={job.data.starts_after} />],
        ]}
      />
      {error && (
        <div>
          <Text fw={600} size="sm">
            Error
          </Text>
          <CodeBlock label="Error" value={error} />
        </div>
      )}
      {payload && (
        <div>
          <Text fw={600} size="sm">
            Content
          </Text>
          <CodeBlock label="Content of the job" value={payload} />
        </div>
      )}
      <JobActions job={job.data} close={close} />
    </Stack>
  );
}

function JobActions({ job, close }: { job: Job; close: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const params = { params: { path: { id: job.id } } };
  const refresh = () => queries.invalidateQueries({ queryKey: ["job"] });
  const repeat = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/admin/jobs/{id}/repeat", params)),
    onSuccess: () => {
      notifyDone("It is tried again, with all of its tries");
      close();
      return refresh();
    },
    onError: (error) => notifyFailed(error),
  });
  const discard = useMutation({
    mutationFn: () => bodyOf(v1.DELETE("/v1/admin/jobs/{id}", params)),
    onSuccess: () => {
      notifyDone("It is discarded");
      setAsked(false);
      close();
      return refresh();
    },
  });
  const mayRepeat = job.state === "failed" || job.state === "parked";
  const mayDiscard = job.scope === "tenant" && (mayRepeat || job.state === "waiting");
  return (
    <Group>
      {mayRepeat && (
        <Button size="xs" loading={repeat.isPending} onClick={() => repeat.mutate()}>
          Repeat
        </Button>
      )}
      {mayDiscard && (
        <Button size="xs" variant="light" color="red" onClick={() => setAsked(true)}>
          Discard
        </Button>
      )}
      <ConfirmModal
        title={`Discard ${job.name}?`}
        action="Discard"
        isOpen={isAsked}
        isPending={discard.isPending}
        error={discard.error}
        close={() => setAsked(false)}
        confirm={() => discard.mutate()}
      >
        {job.state === "parked"
          ? "History and webhooks never get these changes. This cannot be taken back."
          : "What data says is still owed comes back as a new job."}
      </ConfirmModal>
    </Group>
  );
}
