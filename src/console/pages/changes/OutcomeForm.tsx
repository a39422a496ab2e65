import { Button, Group, NumberInput, Radio, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { notifyDone } from "../../components/notify";
import { Time } from "../../components/Time";
import type { Analysis } from "./change-data";

/** What became of the change. It may be corrected; later analyses and the back-test count it. */
export function OutcomeForm({ analysis, mayRecord }: { analysis: Analysis; mayRecord: boolean }) {
  const { id, outcome } = analysis;
  const [succeeded, setSucceeded] = useState(outcome ? String(outcome.succeeded) : "");
  const [incidents, setIncidents] = useState<string | number>(outcome?.incidents ?? 0);
  const record = useMutation({
    mutationFn: () =>
      bodyOf(
        v1.POST("/v1/change-analyses/{id}/outcome", {
          params: { path: { id: id ?? "" } },
          body: { succeeded: succeeded === "true", incidents: Number(incidents) },
        }),
      ),
    onSuccess: () => {
      notifyDone("The outcome is recorded");
      void queryClient.invalidateQueries({ queryKey: ["change"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    record.mutate();
  };
  return (
    <section>
      <Title order={2} mb={6}>
        Outcome
      </Title>
      <Text size="sm" mb="xs">
        {outcome ? (
          <>
            {outcome.succeeded ? "It succeeded" : "It did not succeed"}, with {outcome.incidents} incidents. Recorded{" "}
            <Time at={outcome.at} /> by <bdi>{outcome.by.slice(0, 100)}</bdi>.
          </>
        ) : (
          "Not recorded yet. Later changes of the same CIs, and of CIs like them, are judged by it."
        )}
      </Text>
      {mayRecord && analysis.status === "completed" && (
        <form onSubmit={submit}>
          <Group gap="lg" align="flex-end" mb="sm">
            <Radio.Group label="The change" size="sm" value={succeeded} onChange={setSucceeded}>
              <Group gap="md" mt={4}>
                <Radio value="true" label="Succeeded" />
                <Radio value="false" label="Did not succeed" />
              </Group>
            </Radio.Group>
            <NumberInput
              label="Incidents that it caused"
              size="xs"
              w={170}
              min={0}
              allowDecimal={false}
              value={incidents}
              onChange={setIncidents}
              error={faultOf(record.error, "incidents")}
            />
            <Button type="submit" size="xs" variant="default" disabled={succeeded === ""} loading={record.isPending}>
              {outcome ? "Correct the outcome" : "Record the outcome"}
            </Button>
          </Group>
          <FormFaults error={record.error} shown={["incidents"]} />
        </form>
      )}
    </section>
  );
}
