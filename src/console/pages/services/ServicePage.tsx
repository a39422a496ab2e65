import { Alert, Button, Group, Loader, Skeleton, Tabs, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { isStatus } from "../../api/error";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { ConfirmModal } from "../../components/ConfirmModal";
import { notifyDone } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { ComponentsTab } from "./ComponentsTab";
import { DependenciesTab } from "./DependenciesTab";
import { EventsTab } from "./EventsTab";
import { HealthTab } from "./HealthTab";
import { ImpactTab } from "./ImpactTab";
import { MapTab } from "./MapTab";
import type { ServiceTab } from "./routes";
import { type Service, taggedService } from "./service-data";

const route = getRouteApi("/shell/services/$id");
/** Loaded when it is first opened. */
const VulnerabilitiesTab = lazy(() =>
  import("./VulnerabilitiesTab").then((page) => ({ default: page.VulnerabilitiesTab })),
);

export function ServicePage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(taggedService(id));
  if (error && !data) {
    return (
      <>
        <PageHeader title="Service" />
        <PageError error={error} reset={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Skeleton height={240} role="status" aria-label="Service: loading" />;
  const { service, etag } = data;
  return (
    <>
      <PageHeader title={service.name} hint={<Facts service={service} />}>
        <Actions service={service} etag={etag} />
      </PageHeader>
      {service.description && (
        <Text mb="md" lineClamp={4}>
          <bdi>{service.description.slice(0, 2_000)}</bdi>
        </Text>
      )}
      <ServiceTabs service={service} />
    </>
  );
}

function Facts({ service }: { service: Service }) {
  const { health, criticality, status, sla, updated_at } = service;
  return (
    <Group gap="4px 16px" mt={4}>
      <Group gap={6}>
        <StatusMark state={health.status} />
        {health.status !== "unknown" && <span className="numeric">{health.score} of 100</span>}
      </Group>
      <span>Criticality {criticality}</span>
      <span>Status {status}</span>
      {sla.availability !== null && <span>Availability {sla.availability} % agreed</span>}
      {sla.response_time !== null && <span>Answer within {sla.response_time} ms agreed</span>}
      <span>
        Changed <Time at={updated_at} />
      </span>
    </Group>
  );
}

function Actions({ service: { id, name }, etag }: { service: Service; etag: string | undefined }) {
  const may = useMay();
  const navigate = useNavigate();
  // The version that the person decides on: the page behind the question goes on following changes.
  const [asked, setAsked] = useState<{ etag: string | undefined }>();
  const remove = useMutation({
    mutationFn: (version: { etag: string | undefined }) =>
      bodyOf(
        v1.DELETE("/v1/services/{id}", {
          params: { path: { id }, header: version.etag ? { "If-Match": version.etag } : {} },
        }),
      ),
    onError: async (fault) => {
      if (!isStatus(fault, 412)) return;
      const current = await queryClient.fetchQuery({ ...taggedService(id), staleTime: 0 });
      setAsked({ etag: current.etag });
    },
    onSuccess: async () => {
      notifyDone(`Service ${name.slice(0, 80)} is deleted`);
      await navigate({ to: "/services" });
      queryClient.removeQueries({ queryKey: ["service", id] });
      void queryClient.invalidateQueries({ queryKey: ["service"] });
    },
  });
  const isChanged = isStatus(remove.error, 412);
  return (
    <>
      <Button component={Link} to={`/cis/${id}`} size="xs" variant="default">
        As a CI
      </Button>
      <Button component={Link} to={`/map?roots=${id}`} size="xs" variant="default">
        Open in the map
      </Button>
      {may("services.write") && (
        <Button component={Link} to={`/services/${id}/edit`} size="xs" variant="default">
          Edit
        </Button>
      )}
      {may("services.write") && (
        <Button size="xs" variant="default" onClick={() => setAsked({ etag })}>
          Delete
        </Button>
      )}
      <ConfirmModal
        title={`Delete service ${name}?`}
        action={isChanged ? "Delete it all the same" : "Delete service"}
        isOpen={asked !== undefined}
        isPending={remove.isPending}
        error={isChanged ? undefined : remove.error}
        close={() => {
          setAsked(undefined);
          remove.reset();
        }}
        confirm={() => asked && remove.mutate(asked)}
      >
        {isChanged && (
          <Alert color="yellow" role="alert" mb="sm">
            Somebody changed this service while you were asked. What the page shows now is the newest.
          </Alert>
        )}
        The service and its links to its components go. The CIs that it is made of stay. It can be restored for a time.
      </ConfirmModal>
    </>
  );
}

function ServiceTabs({ service }: { service: Service }) {
  const { tab = "health" } = route.useSearch();
  const navigate = useNavigate();
  const may = useMay();
  const open = (value: string | null) =>
    void navigate({ to: `/services/${service.id}`, search: { tab: value as ServiceTab } });
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="health">Health</Tabs.Tab>
        <Tabs.Tab value="components">Components ({service.components.length})</Tabs.Tab>
        <Tabs.Tab value="dependencies">Dependencies</Tabs.Tab>
        <Tabs.Tab value="map">Map</Tabs.Tab>
        <Tabs.Tab value="impact">Impact</Tabs.Tab>
        {may("cmdb.read") && <Tabs.Tab value="vulnerabilities">Vulnerabilities</Tabs.Tab>}
        {may("events.read") && <Tabs.Tab value="events">Events and incidents</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="health">
        <HealthTab service={service} />
      </Tabs.Panel>
      <Tabs.Panel value="components">
        <ComponentsTab service={service} />
      </Tabs.Panel>
      <Tabs.Panel value="dependencies">
        <DependenciesTab id={service.id} />
      </Tabs.Panel>
      <Tabs.Panel value="map">
        <MapTab service={service} />
      </Tabs.Panel>
      <Tabs.Panel value="impact">
        <ImpactTab id={service.id} />
      </Tabs.Panel>
      <Tabs.Panel value="vulnerabilities">
        <Suspense fallback={<Loader role="status" aria-label="Loading" />}>
          <VulnerabilitiesTab id={service.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="events">
        <EventsTab service={service} />
      </Tabs.Panel>
    </Tabs>
  );
}
