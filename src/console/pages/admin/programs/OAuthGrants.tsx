import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { Time } from "../../../components/Time";
import { RevokeButton } from "./RevokeButton";

type ListedOAuthGrant = components["schemas"]["ListedOAuthGrant"];

const COLUMNS: readonly Column<ListedOAuthGrant>[] = [
  { id: "name", header: "Application", cell: ({ client_name: name }) => <bdi title={name}>{name}</bdi> },
  {
    id: "scopes",
    header: "Allowed",
    isOptional: true,
    cell: ({ scopes = [] }) => <span title={scopes.join(", ")}>{scopes.join(", ")}</span>,
  },
  { id: "created", header: "Since", width: "8rem", cell: ({ created_at: at }) => <Time at={at} /> },
  {
    id: "revoke",
    header: "Action",
    width: "6.5rem",
    cell: ({ id, client_name: name = "" }) => (
      <RevokeButton
        kind="oauth"
        name={name}
        what="permission of"
        revoke={() => bodyOf(v1.DELETE("/v1/auth/oauth-grants/{id}", { params: { path: { id } } }))}
      >
        The application can do nothing more for you before you allow it again.
      </RevokeButton>
    ),
  },
];

/** What the user allowed applications. */
export function OAuthGrants({ height }: { height?: string }) {
  const { table } = usePages(["oauth", "grants"], (page) =>
    bodyOf(v1.GET("/v1/auth/oauth-grants", { params: { query: page } })),
  );
  return (
    <DataTable
      label="Allowed applications"
      columns={COLUMNS}
      {...table}
      idOf={({ id }) => id}
      height={height}
      empty={
        <EmptyState title="No applications">Applications that you allow to act for you are listed here.</EmptyState>
      }
    />
  );
}
