import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, bodyOf } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import { useMay } from "../../../app/session-context";
import { CiLink } from "../../../components/CiLink";
import { CiPicker } from "../../../components/CiPicker";
import { EmptyState } from "../../../components/EmptyState";
import { NeedsScope } from "../../../components/NeedsScope";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { PageError } from "../../../components/PageError";
import { PageHeader } from "../../../components/PageHeader";
import { ProposalCard } from "./ProposalCard";

const route = getRouteApi("/shell/enrichment/proposals");

/** Relationships that rules or a model propose, to be accepted or rejected. */
export function ProposalsPage() {
  const { ci } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NeedsScope scope="cmdb.read">
      <PageHeader
        title="Proposed relationships"
        hint="Found in observed connections, in fields that name another CI, and in names. They count for nothing until they are accepted."
      />
      <CiPicker label="Of the CI" pick={({ id }) => void navigate({ search: { ci: id } })} />
      {ci && (
        <Group gap="xs" mt="sm">
          <Text size="sm">Shown for</Text>
          <CiLink id={ci} />
          <Button size="compact-xs" variant="subtle" onClick={() => void navigate({ search: {} })}>
            Clear
          </Button>
        </Group>
      )}
      {ci ? (
        <Proposals key={ci} ci={ci} />
      ) : (
        <div className="card">
          <EmptyState title="Choose a CI">What is proposed for it is listed here, in both directions.</EmptyState>
        </div>
      )}
    </NeedsScope>
  );
}

function Proposals({ ci }: { ci: string }) {
  const may = useMay();
  const queries = useQueryClient();
  const { table } = usePages(["relationship", "proposals", ci], async ({ limit, cursor }) => {
    const page = Number(cursor ?? 1);
    const { data, pagination } = await bodyOf(
      api.GET("/api/ci/{ciId}/ai-relationships", { params: { path: { ciId: ci }, query: { page, limit } } }),
    );
    return {
      data,
      pagination: { total: pagination.total, ...(page < pagination.pages && { next_cursor: `${page + 1}` }) },
    };
  });
  const look = useMutation({
    mutationFn: () => bodyOf(api.POST("/api/ai-relationships/analyze", { body: { ciIds: [ci], minConfidence: 0.5 } })),
    onSuccess: ({ data }) => {
      const { length } = data.proposals;
      notifyDone(length === 0 ? "Nothing is to be proposed for it" : `${length} relationships are proposed`);
      return queries.invalidateQueries({ queryKey: ["relationship"] });
    },
    onError: (error) => notifyFailed(error),
  });
  const offersLook = may("ai.use") && may("cmdb.read");
  return (
    <>
      <Group my="sm">
        {offersLook && (
          <Button size="xs" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
            Look for relationships
          </Button>
        )}
        {!(may("ai.use") && may("cmdb.write")) && (
          <Text size="sm">To accept or reject, you need the scopes ai.use and cmdb.write.</Text>
        )}
      </Group>
      {table.error ? (
        <PageError error={table.error} reset={table.retry} />
      ) : (
        <>
          {!table.isLoading && table.rows.length === 0 && (
            <div className="card">
              <EmptyState title="Nothing is proposed">
                {offersLook
                  ? "Look for relationships to have its connections and names compared."
                  : "A run of enrichment may propose some."}
              </EmptyState>
            </div>
          )}
          <ul className="plain-list" aria-label="Proposals">
            {table.rows.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard proposal={proposal} />
              </li>
            ))}
          </ul>
          {table.hasMore && (
            <Button size="xs" variant="default" mt="sm" onClick={table.loadMore} loading={table.isLoadingMore}>
              Show more
            </Button>
          )}
        </>
      )}
    </>
  );
}
