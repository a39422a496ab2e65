import { Button, Group, NumberInput, Select, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { AgentAnswer } from "./AgentAnswer";

type Agent = components["schemas"]["Agent"];

const RANGES = [
  { value: "last_24_hours", label: "The last 24 hours" },
  { value: "last_7_days", label: "The last 7 days" },
  { value: "last_30_days", label: "The last 30 days" },
  { value: "last_90_days", label: "The last 90 days" },
];

/** A question to one agent, and its answer with the steps that led to it. */
export function AskAgent({ agent }: { agent: Agent }) {
  const queries = useQueryClient();
  const [query, setQuery] = useState("");
  const [range, setRange] = useState<string | null>(null);
  const [budget, setBudget] = useState<number | string>("");
  const ask = useMutation({
    mutationFn: () =>
      bodyOf(
        v1.POST("/v1/agents/{id}/query", {
          params: { path: { id: agent.id } },
          body: {
            query,
            context: {
              ...(range && { time_range: range }),
              ...(budget !== "" && { budget_limit: Number(budget) }),
            },
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["agent"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <Stack mt="md">
      <form onSubmit={submit} className="card card-padded">
        <Stack gap="sm">
          <FormFaults error={ask.error} shown={["query"]} />
          <Textarea
            label="Question"
            placeholder={`For instance: ${agent.capabilities[0] ?? "what can you tell"}`}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1_000}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
            error={faultOf(ask.error, "query")}
          />
          <Group align="flex-end">
            <Select
              size="xs"
              label="About"
              placeholder="Any time"
              data={RANGES}
              value={range}
              onChange={setRange}
              clearable
              clearButtonProps={{ "aria-label": "Any time" }}
            />
            <NumberInput
              size="xs"
              label="It may cost"
              placeholder="no limit of its own"
              min={0}
              max={1_000_000}
              value={budget}
              onChange={setBudget}
              hideControls
              description="0: rules alone"
            />
            <Button size="xs" type="submit" loading={ask.isPending}>
              Ask
            </Button>
          </Group>
        </Stack>
      </form>
      {ask.data && <AgentAnswer key={ask.data.query_id} answer={ask.data} />}
    </Stack>
  );
}
