import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { rowsOf, type Whole } from "../../api/listed";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { ConfirmModal } from "../../components/ConfirmModal";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { notifyDone } from "../../components/notify";
import { Time } from "../../components/Time";
import { CreateTokenModal } from "./CreateTokenModal";
import { DiscoveryFrame } from "./DiscoveryFrame";

type Token = Whole<components["schemas"]["ListedDiscoveryToken"]>;

function columnsOf(revoke: (token: Token) => void): readonly Column<Token>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: ({ name, description }) => (
        <bdi title={[name, description].filter(Boolean).join(": ").slice(0, 300)}>{name}</bdi>
      ),
    },
    { id: "scopes", header: "May", cell: ({ scopes }) => scopes.join(", "), isOptional: true },
    {
      id: "from",
      header: "From",
      cell: ({ allowed_ips: ips }) => <bdi>{ips ? ips.join(", ") : "everywhere"}</bdi>,
      isOptional: true,
    },
    {
      id: "used",
      header: "Last used",
      cell: (token) => <Time at={token.last_used_at} fallback="never" />,
      isOptional: true,
    },
    { id: "expires", header: "Expires", cell: (token) => <Time at={token.expires_at} />, width: "8rem" },
    {
      id: "revoke",
      header: "Action",
      width: "7rem",
      cell: (token) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => revoke(token)}
          aria-label={`Revoke ${token.name.slice(0, 80)}`}
        >
          Revoke
        </Button>
      ),
    },
  ];
}

/** Tokens with which scanners submit. */
export function TokensPage() {
  const may = useMay()("discovery.configure");
  const [isCreateOpen, createModal] = useDisclosure(false);
  const [revoked, setRevoked] = useState<Token>();
  const tokens = useInfiniteQuery({
    queryKey: ["discovery-token"],
    queryFn: ({ pageParam }) =>
      bodyOf(
        v1.GET("/v1/discovery/tokens", { params: { query: { limit: 100, ...(pageParam && { cursor: pageParam }) } } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor,
    placeholderData: keepPreviousData,
    enabled: may,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Token) => bodyOf(v1.DELETE("/v1/discovery/tokens/{id}", { params: { path: { id } } })),
    onSuccess: () => {
      setRevoked(undefined);
      notifyDone("The token is revoked: scanners that use it are refused from now on.");
      return queryClient.invalidateQueries({ queryKey: ["discovery-token"] });
    },
  });
  if (!may) {
    return (
      <DiscoveryFrame title="Discovery tokens">
        <div className="card">
          <EmptyState title="You may not manage discovery tokens">It needs the scope discovery.configure.</EmptyState>
        </div>
      </DiscoveryFrame>
    );
  }
  return (
    <DiscoveryFrame
      title="Discovery tokens"
      hint="Scanners submit with a token. It can do nothing else."
      actions={
        <Button leftSection={<Plus size={15} aria-hidden />} onClick={createModal.open}>
          Create token
        </Button>
      }
    >
      <DataTable
        label="Discovery tokens"
        columns={columnsOf((token) => setRevoked(token))}
        rows={rowsOf(tokens.data)}
        idOf={({ id }) => id}
        isLoading={tokens.isPending}
        error={tokens.error}
        retry={() => void tokens.refetch()}
        empty={
          <EmptyState title="No tokens">
            Create one for each scanner, then see <Link to="/discovery/how">how to scan</Link>.
          </EmptyState>
        }
        hasMore={tokens.hasNextPage}
        loadMore={() => void tokens.fetchNextPage()}
        isLoadingMore={tokens.isFetchingNextPage}
      />
      <CreateTokenModal isOpen={isCreateOpen} close={createModal.close} />
      <ConfirmModal
        title={`Revoke the token ${revoked?.name ?? ""}?`}
        action="Revoke"
        isOpen={revoked !== undefined}
        isPending={revoke.isPending}
        error={revoke.error}
        close={() => {
          setRevoked(undefined);
          revoke.reset();
        }}
        confirm={() => revoked && revoke.mutate(revoked)}
      >
        <Text size="sm">Scanners that use it are refused at once. This cannot be undone.</Text>
      </ConfirmModal>
    </DiscoveryFrame>
  );
}
