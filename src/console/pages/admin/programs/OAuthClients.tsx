import { Button, Group } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { Time } from "../../../components/Time";
import { NewOAuthClient } from "./NewOAuthClient";
import { RevokeButton } from "./RevokeButton";

type ListedOAuthClient = components["schemas"]["ListedOAuthClient"];

const COLUMNS: readonly Column<ListedOAuthClient>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  { id: "client", header: "Client id", isOptional: true, cell: ({ client_id: id }) => <code title={id}>{id}</code> },
  {
    id: "redirects",
    header: "Redirect addresses",
    isOptional: true,
    cell: ({ redirect_uris: uris = [] }) => <bdi title={uris.join("\n")}>{uris.join(", ")}</bdi>,
  },
  {
    id: "scopes",
    header: "Scopes",
    isOptional: true,
    cell: ({ scopes = [] }) => <span title={scopes.join(", ")}>{scopes.join(", ")}</span>,
  },
  {
    id: "kind",
    header: "Kind",
    width: "7rem",
    isOptional: true,
    cell: ({ public: isPublic }) => (isPublic ? "Public" : "With secret"),
  },
  { id: "created", header: "Created", width: "8rem", cell: ({ created_at: at }) => <Time at={at} /> },
  {
    id: "revoke",
    header: "Action",
    width: "6.5rem",
    cell: ({ id, name = "" }) => (
      <RevokeButton
        kind="oauth"
        name={name}
        what="OAuth client"
        revoke={() => bodyOf(v1.DELETE("/v1/auth/oauth-clients/{id}", { params: { path: { id } } }))}
      >
        Its tokens end at once, and so does what users allowed it.
      </RevokeButton>
    ),
  },
];

export function OAuthClients() {
  const [isNew, setNew] = useState(false);
  const { table } = usePages(["oauth", "clients"], (page) =>
    bodyOf(v1.GET("/v1/auth/oauth-clients", { params: { query: page } })),
  );
  return (
    <>
      <Group mb="sm">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setNew(true)}>
          New OAuth client
        </Button>
      </Group>
      <DataTable
        label="OAuth clients"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        empty={
          <EmptyState title="No OAuth clients">
            Register an application here, and users can allow it, scope by scope, to act for them.
          </EmptyState>
        }
      />
      {isNew && <NewOAuthClient close={() => setNew(false)} />}
    </>
  );
}
