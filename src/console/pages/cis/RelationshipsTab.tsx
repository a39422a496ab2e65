import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight, Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { words } from "../../components/words";
import { AddRelationship } from "./AddRelationship";
import type { TabProps } from "./CiPage";
import { figures } from "./ci-queries";
import { RelationshipGroup } from "./RelationshipGroup";

export interface Kind {
  type: string;
  direction: "outgoing" | "incoming";
  count: number;
}

/** Relationships by type and direction; each group is read as far as it is opened, however many there are. */
export function RelationshipsTab({ ci }: TabProps) {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const groups = useQuery({
    queryKey: ["relationship", "groups", ci.id],
    queryFn: async ({ signal }) => {
      const [outgoing, incoming] = await Promise.all([
        count(ci.id, "source.id", signal),
        count(ci.id, "target.id", signal),
      ]);
      return [
        ...outgoing.map((group): Kind => ({ ...group, direction: "outgoing" })),
        ...incoming.map((group): Kind => ({ ...group, direction: "incoming" })),
      ];
    },
  });
  if (groups.isError && !groups.data) return <PageError error={groups.error} reset={() => void groups.refetch()} />;
  const shown = groups.data ?? [];
  const sides = [
    { direction: "outgoing", title: "From this item", icon: ArrowRight },
    { direction: "incoming", title: "To this item", icon: ArrowLeft },
  ] as const;
  return (
    <Stack>
      {may("cmdb.write") && (
        <Group>
          <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
            Add relationship
          </Button>
        </Group>
      )}
      {groups.data?.length === 0 && (
        <div className="card">
          <EmptyState title="It has no relationships">
            Without them, incidents and impact cannot lead here. Scans and imports bring them; they can be added by
            hand.
          </EmptyState>
        </div>
      )}
      {groups.isPending && <Text role="status">Loading</Text>}
      {sides.map(({ direction, title, icon: Icon }) => {
        const own = shown.filter((group) => group.direction === direction);
        if (own.length === 0) return null;
        return (
          <section key={direction}>
            <Group gap={6} mb="xs">
              <Icon size={16} aria-hidden />
              <Title order={2}>{title}</Title>
            </Group>
            <Stack gap="sm">
              {own.map((group) => (
                <RelationshipGroup key={group.type} ci={ci} group={group} />
              ))}
            </Stack>
          </section>
        );
      })}
      {isAdding && <AddRelationship ci={ci} close={() => setAdding(false)} />}
    </Stack>
  );
}

/** How many relationships of each type point away from the CI, or towards it. */
async function count(id: string, end: "source.id" | "target.id", signal: AbortSignal) {
  const form = {
    entity: "relationship",
    group_by: ["type"],
    aggregate: [{ fn: "count" }],
    filters: [{ field: end, op: "eq", value: id }],
  };
  const rows = await figures(form, signal);
  return rows.map((row) => ({ type: String(row.type), count: Number(row.count) }));
}

export function typeWords(type: string): string {
  return words(type).toLowerCase();
}
