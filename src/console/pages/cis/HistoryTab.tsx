import { Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Actor } from "../../components/Actor";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { ScrollBox } from "../../components/ScrollBox";
import { ExactTime, Time } from "../../components/Time";
import { words } from "../../components/words";
import type { TabProps } from "./CiPage";
import { type Difference, differences, pathWords } from "./flatten";
import { type Change, ciHistory } from "./sources";
import { Value } from "./values";

/** Every change with what stood before and after, newest first. */
export function HistoryTab({ ci }: TabProps) {
  const list = useInfiniteQuery(ciHistory(ci.id));
  if (list.isError && !list.data) return <PageError error={list.error} reset={() => void list.refetch()} />;
  if (!list.data) return <Text role="status">Loading</Text>;
  const changes = list.data.pages.flatMap(({ data }) => data);
  if (changes.length === 0) {
    return (
      <div className="card">
        <EmptyState title="No changes are kept">The history of this item is older than what is kept.</EmptyState>
      </div>
    );
  }
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
      {changes.map((change) => (
        <Entry key={change.id} change={change} />
      ))}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older changes
        </Button>
      )}
    </Stack>
  );
}

function Entry({ change }: { change: Change }) {
  const { action = "", actor, at = "", before, after } = change;
  const fields = differences(before, after);
  return (
    <li className="card">
      <Group p="xs" px="sm" gap="sm">
        <Badge variant="default" tt="none">
          {words(action.split(".").at(-1))}
        </Badge>
        <Text component="div" fw={500} style={{ minWidth: 0 }}>
          <Actor id={actor} />
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={at} /> · <ExactTime at={at} />
        </Text>
      </Group>
      {fields.length > 0 ? <Differences at={at} fields={fields} isNew={!before} isGone={!after} /> : <NoDifference />}
    </li>
  );
}

function Differences({
  at,
  fields,
  isNew,
  isGone,
}: {
  at: string;
  fields: readonly Difference[];
  isNew: boolean;
  isGone: boolean;
}) {
  const set = fields.filter(({ before, after }) => !isEmpty(before) || !isEmpty(after));
  return (
    <ScrollBox label={`What changed, ${at}`}>
      <Table verticalSpacing={4} className="value-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="24%">Field</Table.Th>
            {!isNew && <Table.Th>Before</Table.Th>}
            {!isGone && <Table.Th>{isNew ? "Value" : "After"}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {set.map(({ path, before, after }) => (
            <Table.Tr key={path}>
              <Table.Th scope="row" fw={500}>
                <bdi title={path.slice(0, 500)}>{pathWords(path)}</bdi>
              </Table.Th>
              {!isNew && (
                <Table.Td className="diff-before">
                  <Value value={before} />
                </Table.Td>
              )}
              {!isGone && (
                <Table.Td className={isNew ? undefined : "diff-after"}>
                  <Value value={after} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function NoDifference() {
  return (
    <Text size="sm" c="dimmed" px="sm" pb="xs">
      No value changed.
    </Text>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}
