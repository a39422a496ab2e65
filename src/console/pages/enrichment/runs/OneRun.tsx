import { Button, Progress, Skeleton, Stack, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { useMay } from "../../../app/session-context";
import { CodeBlock } from "../../../components/CodeBlock";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { Facts } from "../../../components/Facts";
import { notifyDone } from "../../../components/notify";
import { PageError } from "../../../components/PageError";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { NAMES } from "../names";

/** A run as it goes on, and how to end it. */
export function OneRun({ id }: { id: string }) {
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const params = { params: { path: { id } } };
  const run = useQuery({
    queryKey: ["run", "enrichment", id],
    queryFn: () => bodyOf(v1.GET("/v1/enrichment/runs/{id}", params)),
  });
  const cancel = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/enrichment/runs/{id}/cancel", params)),
    onSuccess: () => {
      setAsked(false);
      notifyDone("The run is cancelled");
      return queries.invalidateQueries({ queryKey: ["run"] });
    },
  });
  if (run.error) return <PageError error={run.error} reset={() => void run.refetch()} />;
  if (!run.data) return <Skeleton height={240} aria-label="Loading" />;
  const { name, status, progress, error, cost, tokens } = run.data;
  const isOpen = status === "queued" || status === "running";
  return (
    <Stack>
      <Title order={2}>{NAMES[name]}</Title>
      {isOpen && progress.total ? (
        <Progress value={(progress.done / progress.total) * 100} aria-label="Progress" />
      ) : null}
      <Facts
        facts={[
          ["Status", <StatusMark key="status" state={status} />],
          [
            "Looked at",
            `${progress.done.toLocaleString("en")}${progress.total ? ` of ${progress.total.toLocaleString("en")}` : ""}`,
          ],
          ["Changed", run.data.changed.toLocaleString("en")],
          ["Failed", run.data.failed.toLocaleString("en")],
          ["Tokens", tokens.toLocaleString("en")],
          ["Cost", cost === null ? "Unknown: no price is configured" : cost],
          ["Asked for by", <bdi key="by">{run.data.requested_by}</bdi>],
          ["Created", <Time key="created" at={run.data.created_at} />],
          ["Started", <Time key="started" at={run.data.started_at} />],
          ["Ended", <Time key="ended" at={run.data.ended_at} />],
        ]}
      />
      {error && <CodeBlock label="Error" value={error} />}
      {isOpen && may("cmdb.write") && (
        <Button variant="light" color="red" onClick={() => setAsked(true)}>
          Cancel run
        </Button>
      )}
      <ConfirmModal
        title={`Cancel the run “${NAMES[name]}”?`}
        action="Cancel run"
        isOpen={isAsked}
        isPending={cancel.isPending}
        error={cancel.error}
        close={() => setAsked(false)}
        confirm={() => cancel.mutate()}
      >
        What it did stays. What is still due is found by the next run.
      </ConfirmModal>
    </Stack>
  );
}
