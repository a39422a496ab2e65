import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Waypoints } from "lucide-react";
import { SvgPicture } from "../../components/SvgPicture";
import type { TabProps } from "./CiPage";

const route = getRouteApi("/shell/cis/$ciId");
const DEPTHS = ["1", "2", "3", "4", "5"];

/** The picture of what stands around the CI, and the way to the explorer. */
export function MapTab({ ci }: TabProps) {
  const { depth = 2 } = route.useSearch();
  const navigate = useNavigate();
  const turn = (next: string) =>
    void navigate({
      to: "/cis/$ciId",
      params: { ciId: ci.id },
      search: { tab: "map", depth: Number(next) },
      replace: true,
    });
  return (
    <Stack>
      <Group>
        <Button
          component={Link}
          to="/map"
          search={{ roots: ci.id } as never}
          leftSection={<Waypoints size={15} aria-hidden />}
        >
          Explore the map from here
        </Button>
      </Group>
      <SvgPicture
        address={`/v1/cmdb/ci/${encodeURIComponent(ci.id)}/dependency-map.svg?depth=${depth}`}
        kind="graph"
        alt={`What depends on ${ci.name.slice(0, 100)} and what it needs`}
        fileName="map.svg"
      >
        <Group gap="xs">
          <Text size="sm" id="map-steps">
            Steps each way
          </Text>
          <SegmentedControl aria-labelledby="map-steps" size="xs" value={String(depth)} onChange={turn} data={DEPTHS} />
        </Group>
      </SvgPicture>
    </Stack>
  );
}
