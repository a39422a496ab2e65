import { Alert, Anchor, Button, Code, Group, List, Spoiler, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { RowsTable } from "./RowsTable";
import { SECTIONS, textOf } from "./report-data";

type Answer = components["schemas"]["QuestionAnswer"];
const route = getRouteApi("/shell/reports");
const EXAMPLES = [
  "How many servers are in maintenance?",
  "How many servers per status",
  "How many events were there in the last 7 days?",
  "Which CIs changed since yesterday?",
];

/** Asks in words, and shows what was understood beside the answer. */
export function QuestionPage() {
  const { q = "" } = route.useSearch();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  const navigate = useNavigate();
  const may = useMay();
  const answer = useQuery({
    queryKey: ["question", q],
    enabled: q !== "" && may("ai.use"),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    queryFn: () =>
      bodyOf(
        v1.POST("/v1/reports/ai/query", {
          body: { query: q, context: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } },
        }),
      ),
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: "/reports", search: text.trim() ? { q: text.trim() } : {} });
  };
  return (
    <>
      <PageHeader title="Reports and questions" hint="Ask in English; what was understood is always shown" />
      <SectionNav label="Reports and questions" sections={SECTIONS} />
      {!may("ai.use") ? (
        <EmptyState title="You may not ask questions">It needs the scope ai.use.</EmptyState>
      ) : (
        <form onSubmit={ask}>
          <Group align="flex-end" mb="sm">
            <TextInput
              label="Question"
              style={{ flex: "1 1 16rem" }}
              maxLength={1_000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" loading={answer.isFetching}>
              Ask
            </Button>
          </Group>
        </form>
      )}
      {q === "" && may("ai.use") && (
        <List size="sm">
          {EXAMPLES.map((example) => (
            <List.Item key={example}>
              <Anchor component={Link} to={`/reports?q=${encodeURIComponent(example)}`} size="sm">
                {example}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
      {answer.error && <PageError error={answer.error} reset={() => void answer.refetch()} />}
      {answer.data && <AnswerView answer={answer.data} question={q} />}
    </>
  );
}

function AnswerView({ answer, question }: { answer: Answer; question: string }) {
  const { understood, plan, insights, recommendations, results, truncated, took_ms, source } = answer;
  return (
    <div aria-live="polite">
      {!understood && (
        <Alert
          color="yellow"
          variant="light"
          styles={{ title: { color: "var(--orrery-ink)" } }}
          title="This was not understood"
          mb="md"
        >
          {insights.concat(recommendations.flatMap(({ action }) => action.split(" | "))).map((line) => (
            <Text key={line} size="sm">
              <bdi>{line}</bdi>
            </Text>
          ))}
        </Alert>
      )}
      {plan && <Understood answer={answer} question={question} />}
      {understood && (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {results.length} rows{truncated && ", and more that are not shown"} · {took_ms} ms · read by{" "}
            {source === "model" ? "a model" : "rules"}
          </Text>
          {insights.map((line) => (
            <Text key={line} mb={4}>
              <bdi>{line}</bdi>
            </Text>
          ))}
          <RowsTable rows={results} isOfCis={plan?.entity === "ci"} />
        </>
      )}
    </div>
  );
}

function Understood({ answer: { interpretation, plan }, question }: { answer: Answer; question: string }) {
  const may = useMay();
  const save = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/queries", { body: { name: question.slice(0, 200), query: plan! } })),
    onSuccess: () => {
      notifyDone("Saved: find it under Saved queries");
      void queryClient.invalidateQueries({ queryKey: ["query"] });
    },
    onError: (error) => notifyFailed(error),
  });
  const { entities, time_range, filters } = interpretation;
  return (
    <section className="card" style={{ padding: 12, marginBottom: 12 }}>
      <Group justify="space-between">
        <Title order={2} fz="sm">
          What was understood
        </Title>
        {may("reports.create") && (
          <Button size="compact-xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            Save as a query
          </Button>
        )}
      </Group>
      <Text size="sm">
        <bdi>{entities.map(({ text, type, value }) => `"${text}" is the ${type} ${value ?? ""}`).join("; ")}</bdi>
      </Text>
      {Object.entries(filters).map(([field, value]) => (
        <Text key={field} size="sm">
          <bdi>
            {field}: {textOf(value)}
          </bdi>
        </Text>
      ))}
      {time_range && (
        <Text size="sm">
          From {time_range.from ?? "the beginning"} to {time_range.to ?? "now"}
        </Text>
      )}
      <Spoiler maxHeight={0} showLabel="Show the query" hideLabel="Hide the query">
        <Code block>{JSON.stringify(plan, null, 2)}</Code>
      </Spoiler>
    </section>
  );
}
