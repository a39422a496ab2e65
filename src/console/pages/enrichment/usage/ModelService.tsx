import { Alert, Button, Group, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, bodyOf } from "../../../api/client";
import { useMay } from "../../../app/session-context";
import { FormFaults } from "../../../components/FormFaults";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { PageError } from "../../../components/PageError";

/** Whether the model answers, and how many CIs can be found by meaning. */
export function ModelService() {
  const may = useMay();
  const test = useMutation({ mutationFn: () => bodyOf(api.GET("/api/cmdb-ai/test")) });
  const result = test.data?.data;
  return (
    <section aria-labelledby="model-service" className="card card-padded section-apart">
      <Title order={2} id="model-service" mb="xs">
        Model service
      </Title>
      <Group>
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test the model
        </Button>
        <Text size="sm">Asks the model and the embedding model one small question each.</Text>
      </Group>
      <FormFaults error={test.error} />
      {result && (
        <Alert
          mt="sm"
          role="status"
          variant="light"
          color={result.connected ? "green" : "yellow"}
          title={result.connected ? "It answers" : result.configured ? "It does not answer" : "No model is configured"}
        >
          {result.connected ? (
            <>
              <bdi>{result.model ?? "no model"}</bdi>, <bdi>{result.embeddingModel ?? "no embedding model"}</bdi>,{" "}
              {result.latencyMs} ms
            </>
          ) : (
            <bdi>{result.error}</bdi>
          )}
        </Alert>
      )}
      {may("cmdb.read") && <Embeddings />}
    </section>
  );
}

function Embeddings() {
  const may = useMay();
  const queries = useQueryClient();
  const status = useQuery({
    queryKey: ["run", "embeddings"],
    queryFn: () => bodyOf(api.GET("/api/cmdb-ai/embeddings/status")),
  });
  const make = useMutation({
    mutationFn: () => bodyOf(api.POST("/api/cmdb-ai/embeddings/generate", { body: { all: true } })),
    onSuccess: () => {
      notifyDone("Embeddings are being made");
      return queries.invalidateQueries({ queryKey: ["run"] });
    },
    onError: (error) => notifyFailed(error),
  });
  if (status.error) return <PageError error={status.error} reset={() => void status.refetch()} />;
  if (!status.data) return null;
  const { total, embedded, stale, pending, model, running } = status.data.data;
  return (
    <Group mt="sm">
      <Text size="sm">
        {embedded.toLocaleString("en")} of {total.toLocaleString("en")} CIs can be found by meaning
        {model === null ? "; no embedding model is configured" : `, ${stale} are stale, ${pending} wait`}.
      </Text>
      {model !== null && may("ai.use") && (
        <Button size="xs" variant="default" loading={make.isPending || running} onClick={() => make.mutate()}>
          Make what is missing
        </Button>
      )}
    </Group>
  );
}
