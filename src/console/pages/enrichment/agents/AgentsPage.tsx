import { Grid, NavLink, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageError } from "../../../components/PageError";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { AskAgent } from "./AskAgent";

type Agent = components["schemas"]["Agent"];
const route = getRouteApi("/shell/enrichment/agents");
const percent = (share: number | null) =>
  share === null ? "not rated yet" : `${Math.round(share * 100)} % rated right`;

export function AgentsPage() {
  return (
    <NeedsScope scope="ai.use" title="Agents">
      <PageHeader
        title="Agents"
        hint="Each answers questions of its field. They read what you may read, and write nothing."
      />
      <Agents />
    </NeedsScope>
  );
}

function Agents() {
  const { agent: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const agents = useQuery({ queryKey: ["agent"], queryFn: () => bodyOf(v1.GET("/v1/agents")) });
  if (agents.error) return <PageError error={agents.error} reset={() => void agents.refetch()} />;
  if (!agents.data) return <Skeleton height={320} aria-label="Loading" />;
  const agent = agents.data.data.find(({ id }) => id === chosen) ?? agents.data.data[0];
  if (!agent) return null;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, sm: 4, lg: 3 }}>
        <nav aria-label="Agents" className="card">
          {agents.data.data.map(({ id, name, performance }) => (
            <NavLink
              key={id}
              component="button"
              label={name}
              description={`${performance.decisions_made === 1 ? "1 answer" : `${performance.decisions_made} answers`}, ${percent(performance.success_rate)}`}
              active={id === agent.id}
              aria-current={id === agent.id ? "true" : undefined}
              onClick={() => void navigate({ search: { agent: id } })}
            />
          ))}
        </nav>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 8, lg: 9 }}>
        <About agent={agent} />
        <AskAgent key={agent.id} agent={agent} />
      </Grid.Col>
    </Grid>
  );
}

const STATUS_WORDS = {
  active: "A model answers, its rules where the model does not.",
  degraded: "The model does not answer at the moment: rules do.",
  rules_only: "No model is configured: rules answer.",
} as const;

function About({ agent: { name, status, capabilities, performance } }: { agent: Agent }) {
  return (
    <section className="card card-padded" aria-label={name}>
      <Title order={2}>{name}</Title>
      <StatusMark state={status} />
      <Text size="sm">{STATUS_WORDS[status]}</Text>
      <Text size="sm" mt="xs">
        It can {capabilities.join("; ")}.
        {performance.avg_confidence !== null &&
          ` Its answers were ${Math.round(performance.avg_confidence * 100)} % sure on average.`}
      </Text>
    </section>
  );
}
