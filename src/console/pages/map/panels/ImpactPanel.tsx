import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { PageError } from "../../../components/PageError";
import { StatusMark } from "../../../components/StatusMark";
import { MAX_DEPTH } from "../map-search";
import type { SideProps } from "./SidePanel";

/** What fails with a CI, what redundancy protects, and the services that are hit. */
export function ImpactPanel({ impact, nodes, actions, onLook }: SideProps) {
  if (impact.error) return <PageError error={impact.error} reset={() => void impact.refetch()} />;
  if (!impact.data) return <Skeleton height={120} mb={10} />;
  const { ci, affected, services, known, truncated } = impact.data;
  const covered = affected.filter(({ redundancy }) => redundancy === "covered");
  const inMap = new Set(nodes.map(({ id }) => id));
  const outside = affected.filter(({ id }) => !inMap.has(id));
  const furthest = affected.reduce((most, { distance }) => Math.max(most, distance), 1);
  return (
    <Stack className="card" p="sm" gap={6} mb={10}>
      <Title order={2} size="h3">
        If <bdi>{ci.name.slice(0, 120)}</bdi> fails
      </Title>
      {affected.length === 0 ? (
        <Text size="sm">
          {known
            ? "Nothing that is known depends on it."
            : "It has no relationship on which a failure travels: nothing is known."}
        </Text>
      ) : (
        <Text size="sm">
          {affected.length - covered.length}
          {truncated && " or more"} CIs are affected, {covered.length} go on by redundancy.
        </Text>
      )}
      {services.length > 0 && (
        <>
          <Title order={3} size="sm">
            Services reached
          </Title>
          {services.map(({ id, name, health }) => (
            <Group key={id} gap="sm" wrap="nowrap">
              <Anchor component="button" type="button" size="sm" className="clip" onClick={() => onLook(id)}>
                <bdi>{name.slice(0, 120)}</bdi>
              </Anchor>
              <StatusMark state={health} />
              {covered.some((ci) => ci.id === id) && (
                <Text size="xs" c="dimmed">
                  goes on by redundancy
                </Text>
              )}
            </Group>
          ))}
        </>
      )}
      <Group gap={6}>
        {outside.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              actions.change({
                roots: ci.id,
                direction: "downstream",
                depth: Math.min(MAX_DEPTH, furthest),
                expand: undefined,
                fold: undefined,
              })
            }
          >
            Show the {outside.length} outside the map
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={actions.clearOverlays}>
          Take the overlay away
        </Button>
      </Group>
    </Stack>
  );
}
