import { Button, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import type { Service, ServiceComponent } from "./service-data";

/** What the service is made of: peers of one redundancy group together, since one of them is enough. */
export function ComponentsTab({ service }: { service: Service }) {
  const may = useMay();
  const { components } = service;
  const edit = may("services.write") && (
    <Button component={Link} to={`/services/${service.id}/edit`} size="xs" variant="default">
      Change components
    </Button>
  );
  if (components.length === 0) {
    return (
      <div className="card">
        <EmptyState title="No components yet">
          <Text size="sm" mb="xs">
            Without components its health and impact cannot be known.
          </Text>
          {edit}
        </EmptyState>
      </div>
    );
  }
  const groups = Map.groupBy(components, ({ redundancy_group }) => redundancy_group);
  const single = groups.get(null) ?? [];
  const redundant = [...groups].filter((entry): entry is [string, ServiceComponent[]] => entry[0] !== null);
  return (
    <>
      <Group justify="flex-end" mb="sm">
        {edit}
      </Group>
      {redundant.map(([name, members]) => {
        const healthy = members.filter(({ status }) => status === "active").length;
        const hint = `${healthy} of ${members.length} active${healthy > 1 ? ": one may fail" : ": no peer stands in"}`;
        return (
          <ComponentTable
            key={name}
            title={`Redundancy group ${name}`}
            hint={members.length > 1 ? hint : "Alone in its group: nothing stands in for it"}
            rows={members}
          />
        );
      })}
      {single.length > 0 && (
        <ComponentTable title="Without redundancy" hint="The service needs each of these" rows={single} />
      )}
    </>
  );
}

function ComponentTable(props: { title: string; hint: string; rows: readonly ServiceComponent[] }) {
  return (
    <section>
      <Title order={2} lineClamp={1}>
        <bdi>{props.title}</bdi>
      </Title>
      <Text c="dimmed" size="sm" mb={6}>
        {props.hint}
      </Text>
      <div className="card" style={{ marginBottom: 16 }}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">CI</th>
              <th scope="col" data-optional>
                Type
              </th>
              <th scope="col">Role</th>
              <th scope="col" data-optional>
                Weight
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {props.rows.map(({ ci_id, name, type, role, criticality, status }) => (
              <tr key={ci_id}>
                <td>
                  <ThingLink kind="ci" id={ci_id} name={name} />
                </td>
                <td data-optional>{type.replaceAll("_", " ")}</td>
                <td>
                  <bdi>{role?.slice(0, 100) ?? "–"}</bdi>
                </td>
                <td data-optional>{criticality ?? "as the role says"}</td>
                <td>
                  <StatusMark state={status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
