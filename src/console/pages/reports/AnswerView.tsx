import { Alert, Anchor, Button, Code, Group, Menu, Spoiler, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { api, bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { notifyDone, notifyFailed } from "../../components/notify";
import { CsvButton } from "./CsvButton";
import { RowsTable } from "./RowsTable";
import { type Format, LONGEST_NAME, saveCsv, textOf } from "./report-data";

type Answer = components["schemas"]["QuestionAnswer"];
const FORMATS: readonly Format[] = ["pdf", "html", "xlsx", "csv", "json"];

/** An answer with what was understood of the question; or what was not, and what can be asked. */
export function AnswerView({ answer, question }: { answer: Answer; question: string }) {
  const { understood, plan, insights, results, truncated, took_ms, source } = answer;
  return (
    <div aria-live="polite">
      {!understood && <NotUnderstood answer={answer} />}
      {plan && <Understanding answer={answer} question={question} />}
      {understood && (
        <>
          <Group justify="space-between" mb="xs" gap="xs">
            <Text size="sm" c="dimmed">
              {results.length.toLocaleString("en")} {results.length === 1 ? "row" : "rows"}
              {truncated && ", and more that are not shown"} · {took_ms} ms · read by{" "}
              {source === "model" ? "a model" : "rules"}
            </Text>
            {plan && results.length > 0 && <SaveAnswer plan={plan} question={question} />}
          </Group>
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

function SaveAnswer({ plan, question }: { plan: NonNullable<Answer["plan"]>; question: string }) {
  const may = useMay();
  return may("reports.read") && <CsvButton save={() => saveCsv("/v1/query", question, plan)} />;
}

function NotUnderstood({ answer: { insights, recommendations } }: { answer: Answer }) {
  const [first, ...others] = recommendations;
  return (
    <Alert color="yellow" variant="light" title="This was not understood" mb="md">
      {[...insights, ...(first ? [first.action] : [])].map((line) => (
        <Text key={line} size="sm">
          <bdi>{line}</bdi>
        </Text>
      ))}
      {others.map(({ action }) => (
        <Suggestion key={action} action={action} />
      ))}
    </Alert>
  );
}

/** `Ask for example: a | b`: each question a link, except those with a gap to fill. */
function Suggestion({ action }: { action: string }) {
  const [, lead = action, list] = /^([^:|]{1,80}): (.*\|.*)$/s.exec(action) ?? [];
  const questions = list?.split(" | ") ?? [];
  return (
    <>
      <Text size="sm" mt="xs">
        <bdi>{questions.length > 0 ? `${lead}:` : action}</bdi>
      </Text>
      {questions.map((question) => (
        <Text key={question} size="sm">
          {/<.+>/.test(question) ? (
            <bdi>{question}</bdi>
          ) : (
            <Anchor component={Link} to={`/reports?q=${encodeURIComponent(question)}`} size="sm" underline="always">
              <bdi>{question}</bdi>
            </Anchor>
          )}
        </Text>
      ))}
    </>
  );
}

function Understanding({ answer: { interpretation, plan }, question }: { answer: Answer; question: string }) {
  const may = useMay();
  const { entities, time_range, filters } = interpretation;
  const facts = [
    ...entities.map(({ text, type, value }) => `"${text}" is the ${type} ${value ?? ""}`),
    ...Object.entries(filters).map(([field, value]) => `${field}: ${textOf(value)}`),
    ...(time_range ? [`From ${time_range.from ?? "the beginning"} to ${time_range.to ?? "now"}`] : []),
  ];
  return (
    <section className="card card-padded" style={{ marginBottom: 12 }}>
      <Group justify="space-between" mb={4}>
        <Title order={2} fz="sm">
          What was understood
        </Title>
        {may("reports.create") && plan && <KeepAnswer plan={plan} question={question} />}
      </Group>
      {facts.map((fact) => (
        <Text key={fact} size="sm">
          <bdi>{fact}</bdi>
        </Text>
      ))}
      <Spoiler maxHeight={0} showLabel="Show the query" hideLabel="Hide the query">
        <Code block>{JSON.stringify(plan, null, 2)}</Code>
      </Spoiler>
    </section>
  );
}

/** Keeps the question as a query, or has its answer made into a file. */
function KeepAnswer({ plan, question }: { plan: NonNullable<Answer["plan"]>; question: string }) {
  const navigate = useNavigate();
  const name = question.slice(0, LONGEST_NAME);
  const save = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/queries", { body: { name, query: plan } })),
    onSuccess: () => {
      notifyDone("Saved: find it under Saved queries");
      void queryClient.invalidateQueries({ queryKey: ["query"] });
    },
    onError: (error) => notifyFailed(error),
  });
  const generate = useMutation({
    mutationFn: (format: Format) =>
      bodyOf(api.POST("/api/reports/ai/generate", { body: { query: question, format, name } })),
    onSuccess: async ({ data: { reportId } }) => {
      notifyDone("The report is being generated");
      await navigate({ to: "/reports/runs/$id", params: { id: reportId } });
    },
    onError: (error) => notifyFailed(error),
  });
  return (
    <Group gap="xs">
      <Button size="compact-xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        Save as a query
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-xs" variant="default" loading={generate.isPending}>
            Make a report
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => generate.mutate(format)}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
