import { Alert, Group, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { useMay } from "../../app/session-context";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { AnalysisView } from "./AnalysisView";
import type { Analysis } from "./change-data";
import { OutcomeForm } from "./OutcomeForm";

const route = getRouteApi("/shell/changes/$id");

export function ChangePage() {
  const { id } = route.useParams();
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ["change", id],
    queryFn: () => bodyOf(v1.GET("/v1/change-analyses/{id}", { params: { path: { id } } })),
    // The stream tells of its end; this is for when it does not reach the console.
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? 30_000 : false),
  });
  if (error && !data) {
    return (
      <>
        <PageHeader title="Change" />
        <PageError error={error} reset={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Skeleton height={240} role="status" aria-label="Analysis: loading" />;
  return (
    <>
      <PageHeader title={`Change ${data.task_node_id}`} hint={<Facts analysis={data} />} />
      {isUnderWay(data) && (
        <Alert mb="md" role="status">
          The analysis is {data.status}. It appears here as soon as it is done.
        </Alert>
      )}
      <AnalysisView analysis={data} />
      <WriteBack analysis={data} />
      <OutcomeForm key={data.outcome?.at ?? "none"} analysis={data} mayRecord={may("cmdb.write")} />
    </>
  );
}

const isUnderWay = (analysis: Analysis | undefined) =>
  analysis?.status === "queued" || analysis?.status === "running" || analysis?.write_back.status === "pending";

function Facts({ analysis: { status, trigger, platform, category, priority, created_at } }: { analysis: Analysis }) {
  return (
    <Group gap="4px 16px" mt={4}>
      <StatusMark state={status} />
      <span>{trigger === "manual" ? "Asked by hand" : `From ${platform ?? "an integration"}`}</span>
      {category && (
        <span>
          Category <bdi>{category.slice(0, 60)}</bdi>
        </span>
      )}
      {priority && (
        <span>
          Priority <bdi>{priority.slice(0, 60)}</bdi>
        </span>
      )}
      <span>
        Asked <Time at={created_at} />
      </span>
    </Group>
  );
}

const WRITTEN = {
  none: "Not written to a task: it was asked without an integration.",
  pending: "Will be written to the task.",
  delivered: "Written to the task.",
  failed: "Could not be written to the task.",
};

function WriteBack({ analysis: { write_back } }: { analysis: Analysis }) {
  const { status, error, attempts } = write_back;
  return (
    <section style={{ marginBottom: 16 }}>
      <Title order={2} mb={6}>
        Back to the ticket system
      </Title>
      <Text size="sm" mb={4}>
        {WRITTEN[status]} {error && <bdi>{error}</bdi>}
      </Text>
      {attempts.length > 0 && (
        <div className="card">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Attempt</th>
                <th scope="col">Answer</th>
                <th scope="col">Error</th>
              </tr>
            </thead>
            <tbody>
              {attempts.map(({ at, response_status, error: fault }) => (
                <tr key={at}>
                  <td>
                    <Time at={at} />
                  </td>
                  <td className="numeric">{response_status ?? "None"}</td>
                  <td>
                    <bdi>{fault ?? "–"}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
