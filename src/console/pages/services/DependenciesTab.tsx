import { Alert, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";

type Dependency = components["schemas"]["ServiceDependency"];

/** Services that this one needs, and services that need it, each with the path of CIs that links them. */
export function DependenciesTab({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["service", id, "dependencies"],
    queryFn: () => bodyOf(v1.GET("/v1/services/{id}/dependencies", { params: { path: { id } } })),
  });
  if (error && !data) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={160} role="status" aria-label="Dependencies: loading" />;
  const { upstream, downstream } = data.dependencies;
  return (
    <>
      {data.truncated && <Alert mb="md">There are more than are shown: the search was cut.</Alert>}
      <DependencyList title="Needs" none="It needs no other service." rows={upstream} />
      <DependencyList title="Is needed by" none="No other service needs it." rows={downstream} />
    </>
  );
}

function DependencyList({ title, none, rows }: { title: string; none: string; rows: readonly Dependency[] }) {
  return (
    <section>
      <Title order={2} mb={6}>
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed" mb="lg">
          {none}
        </Text>
      ) : (
        <div className="card" style={{ marginBottom: 16 }}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Service</th>
                <th scope="col">Impact</th>
                <th scope="col">Kind</th>
                <th scope="col" data-optional>
                  By way of
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ service_id, name, impact, type, via }) => (
                <tr key={service_id}>
                  <td>
                    <ThingLink kind="service" id={service_id} name={name} />
                  </td>
                  <td>
                    <StatusMark state={impact} />
                  </td>
                  <td>{type}</td>
                  <td data-optional>
                    <Text size="xs">
                      <bdi>{via.map((step) => step.name.slice(0, 80)).join(" → ")}</bdi>
                    </Text>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
