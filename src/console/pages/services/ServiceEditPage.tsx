import { Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { notifyDone } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { type ServiceBody, ServiceForm } from "./ServiceForm";
import { serviceQuery } from "./service-data";

const route = getRouteApi("/shell/services/$id/edit");

export function ServiceCreatePage() {
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (body: ServiceBody) => bodyOf(v1.POST("/v1/services", { body })),
    onSuccess: ({ id, name }) =>
      saved(`Service ${name.slice(0, 80)} is made`, () => navigate({ to: `/services/${id}` })),
  });
  return (
    <Allowed>
      <PageHeader title="New service" hint="What people use, and the CIs that it is made of" />
      <ServiceForm
        save={save.mutate}
        isPending={save.isPending}
        error={save.error}
        cancel={() => void navigate({ to: "/services" })}
      />
    </Allowed>
  );
}

export function ServiceEditPage() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const { data: service, error, refetch } = useQuery(serviceQuery(id));
  const back = () => navigate({ to: `/services/${id}` });
  const save = useMutation({
    mutationFn: (body: ServiceBody) => bodyOf(v1.PUT("/v1/services/{id}", { params: { path: { id } }, body })),
    onSuccess: ({ name }) => saved(`Service ${name.slice(0, 80)} is saved`, back),
  });
  if (error && !service) return <PageError error={error} reset={() => void refetch()} />;
  if (!service) return <Skeleton height={240} role="status" aria-label="Service: loading" />;
  return (
    <Allowed>
      <PageHeader title={`Edit ${service.name}`} />
      <ServiceForm
        service={service}
        save={save.mutate}
        isPending={save.isPending}
        error={save.error}
        cancel={() => void back()}
      />
    </Allowed>
  );
}

async function saved(message: string, leave: () => Promise<void>) {
  notifyDone(message);
  await queryClient.invalidateQueries({ queryKey: ["service"] });
  await leave();
}

function Allowed({ children }: { children: React.ReactNode }) {
  const may = useMay();
  if (may("services.write")) return <>{children}</>;
  return (
    <EmptyState title="You may not change services">
      It needs the scope services.write: an administrator can give it to you.
    </EmptyState>
  );
}
