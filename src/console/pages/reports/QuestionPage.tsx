import { Anchor, Button, Group, List, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";
import { AnswerView } from "./AnswerView";
import { ownZone, SECTIONS } from "./report-data";

const route = getRouteApi("/shell/reports");
const EXAMPLES = [
  "How many servers are in maintenance?",
  "How many servers per status",
  "Number of CIs per type",
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
          body: { query: q, context: { time_zone: ownZone() } },
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
