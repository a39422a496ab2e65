import { Alert, Button, Group, List, Text } from "@mantine/core";
import { useActorNames } from "../../components/Actor";
import { differences, pathWords } from "../cis/flatten";
import { textOf } from "../cis/values";
import type { Service } from "./service-data";
import { editable } from "./service-patch";

const MOST_SHOWN = 12;

/** Who changed the service meanwhile, and what; the person decides whose values stay. */
export function ServiceConflict(props: {
  base: Service;
  current: Service;
  isPending: boolean;
  keep: () => void;
  drop: () => void;
}) {
  const { base, current, isPending, keep, drop } = props;
  const nameOf = useActorNames();
  const changes = differences({ attributes: flat(base) }, { attributes: flat(current) });
  return (
    <Alert
      color="yellow"
      role="alert"
      title={`${nameOf(current.updated_by)} changed this service while you were editing`}
    >
      <List size="sm" mb="xs">
        {changes.slice(0, MOST_SHOWN).map(({ path, before, after }) => (
          <List.Item key={path}>
            <bdi>{pathWords(path)}</bdi>: <bdi>{textOf(before).slice(0, 80) || "nothing"}</bdi> became{" "}
            <bdi>{textOf(after).slice(0, 80) || "nothing"}</bdi>
          </List.Item>
        ))}
        {changes.length > MOST_SHOWN && <List.Item>{changes.length - MOST_SHOWN} more</List.Item>}
        {changes.length === 0 && <List.Item>Nothing that this form shows</List.Item>}
      </List>
      <Text size="sm" mb="xs">
        Nothing of yours is saved yet. Saving writes only the fields that you changed; components count as one field.
      </Text>
      <Group gap="xs">
        <Button size="xs" loading={isPending} onClick={keep}>
          Save my changes on top
        </Button>
        <Button size="xs" variant="default" onClick={drop}>
          Drop mine and start from theirs
        </Button>
      </Group>
    </Alert>
  );
}

/** Components by name: their place in the list says nothing. */
function flat(service: Service): Record<string, unknown> {
  const { components, ...fields } = editable(service);
  const names = new Map(service.components.map(({ ci_id, name }) => [ci_id, name]));
  const parts = components?.map(({ ci_id, ...part }) => [
    (names.get(ci_id) ?? ci_id).slice(0, 80).replaceAll(".", " "),
    { member: true, ...part },
  ]);
  return { ...fields, components: Object.fromEntries(parts ?? []) as Record<string, unknown> };
}
