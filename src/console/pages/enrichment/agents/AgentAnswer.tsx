import { Accordion, Badge, Group, Table, Text, Title } from "@mantine/core";
import type { components } from "../../../api/v1";
import { CodeBlock } from "../../../components/CodeBlock";
import { Feedback } from "../Feedback";

type Answer = components["schemas"]["AgentAnswer"];
const MOST_ROWS = 100;

export function AgentAnswer({ answer }: { answer: Answer }) {
  const { response, tools, tokens, cost, source, query_id: queryId } = answer;
  return (
    <section className="card card-padded" aria-labelledby="agent-answer" aria-live="polite">
      <Title order={2} id="agent-answer" mb="xs">
        Answer
      </Title>
      <Text style={{ whiteSpace: "pre-wrap" }}>
        <bdi>{response.summary}</bdi>
      </Text>
      <Group gap="xs" my="sm">
        <Badge variant="default" tt="none">
          {source === "model" ? "By the model" : "By rules"}
        </Badge>
        <Badge variant="default" tt="none">
          {Math.round(response.confidence * 100)} % sure
        </Badge>
        <Badge variant="default" tt="none">
          {tokens.toLocaleString("en")} tokens{cost !== null && `, cost ${cost}`}
        </Badge>
        <Feedback queryId={queryId} />
      </Group>
      {response.details.length > 0 && <Details rows={response.details} />}
      <Title order={3} mt="md" mb="xs">
        Steps
      </Title>
      {tools.length === 0 && <Text size="sm">It used no tool.</Text>}
      <Accordion multiple variant="contained" order={4}>
        {tools.map((tool, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of an answer never change
          <Accordion.Item key={i} value={String(i)}>
            <Accordion.Control>
              <Text size="sm">
                {i + 1}. {tool.name}: {tool.rows === null ? "refused or without rows" : `${tool.rows} rows`}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <CodeBlock label={`Arguments of step ${i + 1}`} value={tool.arguments} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
        <Accordion.Item value="reasoning">
          <Accordion.Control>
            <Text size="sm">What it went by, in its words</Text>
          </Accordion.Control>
          <Accordion.Panel>
            <CodeBlock label="What it went by" value={response.reasoning} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </section>
  );
}

function Details({ rows }: { rows: readonly Record<string, unknown>[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
    <section className="data-table-scroll" aria-label="Details of the answer" tabIndex={0}>
      <Table withRowBorders>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name}>{name.replaceAll("_", " ")}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, MOST_ROWS).map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never change
            <Table.Tr key={i}>
              {names.map((name) => (
                <Table.Td key={name}>
                  <bdi>{textOf(row[name])}</bdi>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
