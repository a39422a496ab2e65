import { Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { isStatus } from "../../api/error";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { notifyDone } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { ServiceConflict } from "./ServiceConflict";
import { ServiceForm } from "./ServiceForm";
import { type Service, taggedService } from "./service-data";
import { patchOf, type ServiceBody } from "./service-patch";

interface Tagged {
  service: Service;
  etag: string | undefined;
}

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
  const { data, error, refetch } = useQuery(taggedService(id));
  if (error && !data) {
    return (
      <>
        <PageHeader title="Edit service" />
        <PageError error={error} reset={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Skeleton height={240} role="status" aria-label="Service: loading" />;
  return (
    <Allowed>
      <EditService key={id} known={data} />
    </Allowed>
  );
}

/** Changes a service as it stood when the form was opened; what somebody else changed meanwhile is said, not overwritten. */
function EditService({ known }: { known: Tagged }) {
  const navigate = useNavigate();
  // The page follows what changes; the form holds on to what it began with.
  const [base, setBase] = useState(known);
  const [conflict, setConflict] = useState<Tagged>();
  const { id, name } = base.service;
  const back = () => navigate({ to: `/services/${id}` });
  const save = useMutation({
    mutationFn: ({ body, etag }: { body: ServiceBody; etag: string | undefined }) =>
      bodyOf(
        v1.PUT("/v1/services/{id}", {
          params: { path: { id }, header: etag ? { "If-Match": etag } : {} },
          body: patchOf(base.service, body),
        }),
      ),
    onSuccess: ({ name: now }) => saved(`Service ${now.slice(0, 80)} is saved`, back),
    onError: async (error) => {
      if (isStatus(error, 412)) setConflict(await queryClient.fetchQuery({ ...taggedService(id), staleTime: 0 }));
    },
  });
  const submit = (body: ServiceBody) => {
    setConflict(undefined);
    if (Object.keys(patchOf(base.service, body)).length === 0) void back();
    else save.mutate({ body, etag: base.etag });
  };
  const takeTheirs = (theirs: Tagged) => {
    setBase(theirs);
    setConflict(undefined);
    save.reset();
  };
  const sent = save.variables?.body;
  return (
    <>
      <PageHeader title={`Edit ${name}`} />
      <ServiceForm
        key={base.etag}
        service={base.service}
        save={submit}
        isPending={save.isPending}
        error={isStatus(save.error, 412) ? undefined : save.error}
        cancel={() => void back()}
      >
        {conflict && sent && (
          <ServiceConflict
            base={base.service}
            current={conflict.service}
            isPending={save.isPending}
            keep={() => save.mutate({ body: sent, etag: conflict.etag })}
            drop={() => takeTheirs(conflict)}
          />
        )}
      </ServiceForm>
    </>
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
    <>
      <PageHeader title="Services" />
      <EmptyState title="You may not change services">
        It needs the scope services.write: an administrator can give it to you.
      </EmptyState>
    </>
  );
}
