import { Alert, Group, List, SimpleGrid, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Bar } from "../../components/Bar";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { type Analysis, colourOf, DIMENSIONS } from "./change-data";
import { DimensionTable } from "./DimensionTable";
import { WindowTimeline } from "./WindowTimeline";

/** One analysis in full: risk, why, when, and what to do. */
export function AnalysisView({ analysis }: { analysis: Analysis }) {
  const { fields, dimensions } = analysis;
  return (
    <>
      <Headline analysis={analysis} />
      <Missing analysis={analysis} />
      {fields?.ai_summary && (
        <Text mb="md">
          <bdi>{fields.ai_summary}</bdi>
        </Text>
      )}
      <Cis analysis={analysis} />
      <WindowTimeline analysis={analysis} />
      <Steps analysis={analysis} />
      {dimensions && (
        <section>
          <Title order={2} mb={6}>
            Why
          </Title>
          {fields?.ai_insights && <Lines text={fields.ai_insights} />}
          {DIMENSIONS.map((name) => (
            <DimensionTable key={name} name={name} dimension={dimensions[name]} />
          ))}
        </section>
      )}
    </>
  );
}

function Headline({ analysis: { score, level, confidence, dimensions, source } }: { analysis: Analysis }) {
  if (score === null || !dimensions) return null;
  return (
    <section className="card" style={{ padding: 14, marginBottom: 16 }} aria-label="Risk">
      <Group gap="xl" align="flex-start">
        <div>
          <Text fz={32} fw={600} lh={1.1} className="numeric">
            {score}
            <Text span c="dimmed" size="sm">
              {" "}
              of 100
            </Text>
          </Text>
          <StatusMark state={level ?? "unknown"} />
          <Text size="xs" c="dimmed">
            Confidence {confidence} % · worded by {source === "model" ? "a model" : "rules"}
          </Text>
        </div>
        <SimpleGrid cols={{ base: 2, sm: 4 }} style={{ flex: "1 1 16rem" }}>
          {DIMENSIONS.map((name) => (
            <div key={name}>
              <Text size="sm" tt="capitalize">
                {name}
              </Text>
              <Text className="numeric" fw={600}>
                {dimensions[name].score}
                <Text span size="xs" c="dimmed" fw={400}>
                  {" "}
                  counts {Math.round(dimensions[name].weight * 100)} %
                </Text>
              </Text>
              <Bar value={dimensions[name].score} colour={colourOf(dimensions[name].score)} />
            </div>
          ))}
        </SimpleGrid>
      </Group>
    </section>
  );
}

function Missing({ analysis: { missing, error } }: { analysis: Analysis }) {
  return (
    <>
      {error && (
        <Alert color="red" variant="light" mb="md" title="The analysis failed">
          <bdi>{error}</bdi>
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          styles={{ title: { color: "var(--orrery-ink)" } }}
          mb="md"
          title="What was not known lowers the confidence"
        >
          <List size="sm">
            {missing.map((what) => (
              <List.Item key={what}>
                <bdi>{what.slice(0, 300)}</bdi>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

function Cis({ analysis: { cis, unknown_cis, fields } }: { analysis: Analysis }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
      <Fact title="Changed CIs">
        {cis.map(({ id, name }) => (
          <ThingLink key={id} kind="ci" id={id} name={name} />
        ))}
        {unknown_cis.map((name) => (
          <Text key={name} size="sm" c="dimmed">
            <bdi>{name.slice(0, 200)}</bdi> (unknown)
          </Text>
        ))}
      </Fact>
      {fields && (
        <Fact title="What it may hit">
          <Text size="sm">
            Systems: <bdi>{fields.ai_affected_systems ?? "not known"}</bdi>
          </Text>
          <Text size="sm">
            Services: <bdi>{fields.ai_affected_services ?? "not known"}</bdi>
          </Text>
          <Text size="sm">
            Users: {fields.ai_affected_users ?? "not known"} · Downtime: {minutes(fields.ai_service_downtime)} · Time to
            plan: {minutes(fields.ai_risk_adjusted_time)}
          </Text>
          {fields.ai_critical_impacts && <Lines text={fields.ai_critical_impacts} />}
        </Fact>
      )}
    </SimpleGrid>
  );
}

const minutes = (count: number | null) => (count === null ? "not known" : `${count} minutes`);

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card" style={{ padding: 12, minWidth: 0 }}>
      <Title order={2} fz="sm" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** What to do before, during and after. */
function Steps({ analysis: { fields } }: { analysis: Analysis }) {
  if (!fields) return null;
  const parts = [
    ["Before", fields.ai_pre_change_rec],
    ["During", fields.ai_during_change_rec],
    ["After", fields.ai_post_change_rec],
  ] as const;
  return (
    <section>
      <Title order={2} mb={6}>
        What to do
      </Title>
      <SimpleGrid cols={{ base: 1, md: 3 }} mb="lg">
        {parts.map(([title, text]) => (
          <div key={title} className="card" style={{ padding: 12, minWidth: 0 }}>
            <Title order={3} mb={6}>
              {title}
            </Title>
            {text ? <Lines text={text} type="ordered" /> : <Text c="dimmed">Nothing</Text>}
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}

/** Text of one point a line, with or without its own numbers. */
function Lines({ text, type = "unordered" }: { text: string; type?: "ordered" | "unordered" }) {
  const lines = text.split("\n").flatMap((line) => line.replace(/^\s*(\d+\.|-)\s+/, "").trim() || []);
  return (
    <List size="sm" spacing={4} type={type} mb="sm" pr="xs">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and their order never changes
        <List.Item key={index}>
          <bdi>{line}</bdi>
        </List.Item>
      ))}
    </List>
  );
}
