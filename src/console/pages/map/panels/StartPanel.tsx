import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../../api/client";
import { useMay } from "../../../app/session-context";
import { CiPicker } from "../../../components/CiPicker";
import { StatusMark } from "../../../components/StatusMark";
import type { MapActions } from "../map-actions";

/** Where there is no map yet: asks where it begins. */
export function StartPanel({ actions }: { actions: MapActions }) {
  const may = useMay();
  const services = useQuery({
    queryKey: ["service", "map-start"],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/services", { params: { query: { limit: 30 } }, signal })),
    enabled: may("services.read"),
  });
  const rows = services.data?.data ?? [];
  return (
    <Stack className="card" p="lg" maw={720}>
      <CiPicker label="Where should the map begin?" autoFocus size="md" pick={({ id }) => actions.startAt(id)} />
      <Text size="sm" c="dimmed">
        It shows two steps around the CI. Each step, direction, filter and selection stands in the address, so that you
        can send it to somebody.
      </Text>
      {rows.length > 0 && (
        <section aria-labelledby="map-services">
          <Title order={2} size="h3" mb="xs" id="map-services">
            Or at a business service
          </Title>
          <Stack gap={6}>
            {rows.map(({ id, name = "", health }) => (
              <Group key={id} gap="sm" wrap="nowrap">
                <Anchor
                  renderRoot={(props) => <Link {...props} to="/map" search={{ roots: id }} />}
                  miw={0}
                  flex="0 1 22rem"
                >
                  <bdi className="clip" title={name.slice(0, 1_000)}>
                    {name.slice(0, 120)}
                  </bdi>
                </Anchor>
                {health && <StatusMark state={health.status} />}
              </Group>
            ))}
          </Stack>
        </section>
      )}
      <Anchor component={Link} to="/maps" size="sm">
        Open a saved map
      </Anchor>
    </Stack>
  );
}
