import { Button, Loader, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { isStatus } from "../../api/error";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { NeedsScope } from "../../components/NeedsScope";
import { notifyDone, notifyFailed } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { words } from "../../components/words";
import { refreshCis, restoreCi } from "./bulk";
import { CiHeader } from "./CiHeader";
import { type Ci, oneCi } from "./ci-queries";
import { CI_TABS, type CiTab } from "./ci-search";
import { OverviewTab } from "./OverviewTab";

const route = getRouteApi("/shell/cis/$ciId");
/** Each is loaded when it is first opened. */
const LAZY = {
  relationships: lazy(() => import("./RelationshipsTab").then((page) => ({ default: page.RelationshipsTab }))),
  records: lazy(() => import("./RecordsTab").then((page) => ({ default: page.RecordsTab }))),
  software: lazy(() => import("./SoftwareTab").then((page) => ({ default: page.SoftwareTab }))),
  vulnerabilities: lazy(() => import("./VulnerabilitiesTab").then((page) => ({ default: page.VulnerabilitiesTab }))),
  events: lazy(() => import("./EventsTab").then((page) => ({ default: page.EventsTab }))),
  history: lazy(() => import("./HistoryTab").then((page) => ({ default: page.HistoryTab }))),
  impact: lazy(() => import("./ImpactTab").then((page) => ({ default: page.ImpactTab }))),
  map: lazy(() => import("./MapTab").then((page) => ({ default: page.MapTab }))),
};
const EditCi = lazy(() => import("./EditCi").then((page) => ({ default: page.EditCi })));

export interface TabProps {
  ci: Ci;
}

export function CiPage() {
  return (
    <NeedsScope scope="cmdb.read" title="Configuration item">
      <OneCi />
    </NeedsScope>
  );
}

function OneCi() {
  const { ciId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const one = useQuery(oneCi(ciId));
  const may = useMay();
  if (isStatus(one.error, 404)) return <Missing id={ciId} again={() => void one.refetch()} />;
  if (one.isError && !one.data) return <PageError error={one.error} reset={() => void one.refetch()} />;
  if (!one.data) return <HeaderSkeleton />;
  const { ci, etag } = one.data;
  const tab = search.tab ?? "overview";
  const shown = CI_TABS.filter((name) => name !== "events" || may("events.read"));
  const open = (next: string | null) =>
    void navigate({ to: "/cis/$ciId", params: { ciId }, search: next === "overview" ? {} : { tab: next as CiTab } });
  const Panel = tab === "overview" ? OverviewTab : LAZY[tab];
  const closeEdit = () => void navigate({ to: "/cis/$ciId", params: { ciId }, search: { ...search, edit: undefined } });
  return (
    <>
      <CiHeader ci={ci} />
      <Tabs value={tab} onChange={open} keepMounted={false} activateTabWithKeyboard={false}>
        <Tabs.List mb="md" className="scroll-tabs">
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name === "events" ? "Events and incidents" : words(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Suspense fallback={<Loader role="status" aria-label="Loading" />}>
            <Panel key={ci.id} ci={ci} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {search.edit && may("cmdb.write") && (
        <Suspense fallback={null}>
          <EditCi key={ci.id} ci={ci} etag={etag} close={closeEdit} />
        </Suspense>
      )}
    </>
  );
}

function HeaderSkeleton() {
  return (
    <Stack role="status" aria-label="Loading the configuration item">
      <Skeleton height={30} width="40%" />
      <Skeleton height={64} />
      <Skeleton height={320} />
    </Stack>
  );
}

/** The CI is not there: deleted, of another tenant, or never made. */
function Missing({ id, again }: { id: string; again: () => void }) {
  const may = useMay();
  const restore = useMutation({
    mutationFn: () => restoreCi(id),
    onSuccess: () => {
      notifyDone("Restored");
      refreshCis();
      again();
    },
    onError: (error) =>
      notifyFailed(
        isStatus(error, 404) ? new Error("No deleted configuration item has this address") : error,
        "It could not be restored",
      ),
  });
  return (
    <>
      <PageHeader title="Configuration item" />
      <div className="card">
        <EmptyState title="This configuration item is not there">
          <Stack align="center" gap="xs">
            <Text size="sm">
              It was deleted, or the address is misspelt. What was deleted can be restored for a time.
            </Text>
            {may("cmdb.write") && (
              <Button size="xs" loading={restore.isPending} onClick={() => restore.mutate()}>
                Restore it
              </Button>
            )}
            <Button size="xs" variant="default" component={Link} to="/cis/deleted">
              What was deleted
            </Button>
            <Button size="xs" variant="default" component={Link} to="/cis">
              All configuration items
            </Button>
          </Stack>
        </EmptyState>
      </div>
    </>
  );
}
