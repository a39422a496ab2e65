import { Button, Group } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { Time } from "../../../components/Time";
import { NewApiKey } from "./NewApiKey";
import { RevokeButton } from "./RevokeButton";

type ListedApiKey = components["schemas"]["ListedApiKey"];

const COLUMNS: readonly Column<ListedApiKey>[] = [
  { id: "name", header: "Name", cell: ({ name, description }) => <bdi title={description ?? name}>{name}</bdi> },
  {
    id: "scopes",
    header: "Scopes",
    isOptional: true,
    cell: ({ scopes = [] }) => <span title={scopes.join(", ")}>{scopes.join(", ")}</span>,
  },
  {
    id: "used",
    header: "Last used",
    width: "9rem",
    isOptional: true,
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} fallback="Never" />,
  },
  { id: "expires", header: "Expires", width: "8rem", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: "addresses",
    header: "From addresses",
    width: "10rem",
    isOptional: true,
    cell: ({ allowedIps }) => <span title={allowedIps?.join(", ")}>{allowedIps?.join(", ") ?? "Any"}</span>,
  },
  {
    id: "revoke",
    header: "Action",
    width: "6.5rem",
    cell: ({ id, name = "" }) => (
      <RevokeButton
        kind="api-key"
        name={name}
        what="API key"
        revoke={() => bodyOf(v1.DELETE("/v1/auth/api-keys/{id}", { params: { path: { id } } }))}
      >
        Programs that use it are refused at once, everywhere.
      </RevokeButton>
    ),
  },
];

/** The user's own API keys. */
export function ApiKeys({ height }: { height?: string }) {
  const [isNew, setNew] = useState(false);
  const { table } = usePages(["api-key"], (page) => bodyOf(v1.GET("/v1/auth/api-keys", { params: { query: page } })));
  return (
    <>
      <Group mb="sm">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setNew(true)}>
          New API key
        </Button>
      </Group>
      <DataTable
        label="API keys"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        height={height}
        empty={
          <EmptyState title="No API keys">
            A program sends its key as X-API-Key, and may do what the key's scopes and your own allow.
          </EmptyState>
        }
      />
      {isNew && <NewApiKey close={() => setNew(false)} />}
    </>
  );
}
