import { ActionIcon, Badge, Button, Group, Modal, Stack, Table, Text, Title, VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { Actor } from "../../components/Actor";
import { CiLink } from "../../components/CiLink";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { ScrollBox } from "../../components/ScrollBox";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import { refreshCis } from "./bulk";
import type { Ci } from "./ci-queries";
import { type Kind, typeWords } from "./RelationshipsTab";
import { ShortValue } from "./values";

type Relationship = components["schemas"]["ListedRelationship"];
const PAGE = 20;

export function RelationshipGroup({ ci, group }: { ci: Ci; group: Kind }) {
  const { type, direction, count } = group;
  const may = useMay();
  const [removing, setRemoving] = useState<Relationship>();
  const list = useInfiniteQuery({
    queryKey: ["relationship", "group", ci.id, type, direction],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const end = direction === "outgoing" ? { source_ci: ci.id } : { target_ci: ci.id };
      const query = { ...end, type, include_ai: true, limit: PAGE, ...(cursor && { cursor }) };
      return bodyOf(v1.GET("/v1/cmdb/relationships", { params: { query }, signal }));
    },
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  if (list.isError && !list.data) return <PageError error={list.error} reset={() => void list.refetch()} />;
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = list.data?.pages[0]?.pagination.total ?? count;
  return (
    <div className="card">
      <Group p="xs" px="sm" gap="xs">
        <Title order={3}>
          <bdi>{words(type)}</bdi>
        </Title>
        <Badge variant="default">{total}</Badge>
      </Group>
      <ScrollBox label={`${words(type)}, ${direction}`}>
        <Table verticalSpacing={4} layout="fixed" miw={520}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Configuration item</Table.Th>
              <Table.Th w={140}>Type</Table.Th>
              <Table.Th w="20%">Attributes</Table.Th>
              <Table.Th w={130}>Found by</Table.Th>
              <Table.Th w={120}>Seen</Table.Th>
              {may("cmdb.write") && (
                <Table.Th w={44}>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                direction={direction}
                remove={may("cmdb.write") ? () => setRemoving(row) : undefined}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {list.hasNextPage && (
        <Button
          m="xs"
          size="compact-sm"
          variant="subtle"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more ({rows.length} of {total})
        </Button>
      )}
      {removing && <AskRemove relationship={removing} close={() => setRemoving(undefined)} />}
    </div>
  );
}

function Row({ row, direction, remove }: { row: Relationship; direction: Kind["direction"]; remove?: () => void }) {
  const other = direction === "outgoing" ? row.target : row.source;
  const attributes = Object.entries(row.attributes ?? {}).map(([key, value]) => `${words(key)}: ${String(value)}`);
  return (
    <Table.Tr>
      <Table.Td>
        <CiLink id={other?.id ?? ""} name={other?.name} />
      </Table.Td>
      <Table.Td>
        <ShortValue value={words(other?.type)} />
      </Table.Td>
      <Table.Td>
        <ShortValue value={attributes.join(", ")} />
      </Table.Td>
      <Table.Td>{row.discovered_by ? <ShortValue value={foundBy(row)} /> : <Actor id={row.created_by} />}</Table.Td>
      <Table.Td>
        <Time at={row.last_seen ?? row.updated_at} />
      </Table.Td>
      {remove && (
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={remove}
            aria-label={`Remove the relationship with ${other?.name?.slice(0, 80)}`}
          >
            <Unlink size={15} aria-hidden />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function foundBy({ discovered_by: by, confidence = 1 }: Relationship): string {
  return confidence < 1 ? `${by} (${Math.round(confidence * 100)} % sure)` : String(by);
}

function AskRemove({ relationship, close }: { relationship: Relationship; close: () => void }) {
  const { id, type = "", source, target } = relationship;
  const work = useMutation({
    mutationFn: () => v1.DELETE("/v1/cmdb/relationships/{id}", { params: { path: { id } } }),
    onError: (error) => notifyFailed(error, "The relationship could not be removed"),
    onSuccess: () => {
      refreshCis();
      close();
      notifyDone("Relationship removed", () => void makeAgain(relationship));
    },
  });
  return (
    <Modal opened onClose={close} title="Remove this relationship">
      <Stack>
        <Text>
          <bdi>{source?.name.slice(0, 200)}</bdi> {typeWords(type)} <bdi>{target?.name.slice(0, 200)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          A scan that still sees it will bring it back.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={work.isPending} onClick={() => work.mutate()} data-autofocus>
            Remove
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

async function makeAgain({ source, target, type = "", attributes = {}, discovered_by, confidence }: Relationship) {
  const body = { source_ci: source!.id, target_ci: target!.id, type, attributes, discovered_by, confidence };
  try {
    await v1.POST("/v1/cmdb/relationships", { body });
    refreshCis();
  } catch (error) {
    notifyFailed(error, "The relationship could not be made again");
  }
}
