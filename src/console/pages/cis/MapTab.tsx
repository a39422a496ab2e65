import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Download, Waypoints } from "lucide-react";
import { useEffect, useState } from "react";
import { fetchAuthorized } from "../../api/client";
import { PageError } from "../../components/PageError";
import type { TabProps } from "./CiPage";
import { save } from "./export-cis";

const route = getRouteApi("/shell/cis/$ciId");
const DEPTHS = [1, 2, 3, 4, 5];

/** The picture of what stands around the CI, and the way to the explorer. */
export function MapTab({ ci }: TabProps) {
  const { depth = 2 } = route.useSearch();
  const navigate = useNavigate();
  const picture = useQuery({
    queryKey: ["graph", "picture", ci.id, depth],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const response = await fetchAuthorized(
        `/v1/cmdb/ci/${encodeURIComponent(ci.id)}/dependency-map.svg?depth=${depth}`,
        { signal },
      );
      return response.text();
    },
  });
  const address = usePicture(picture.data);
  const turn = (next: string) =>
    void navigate({
      to: "/cis/$ciId",
      params: { ciId: ci.id },
      search: { tab: "map", depth: Number(next) },
      replace: true,
    });
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm" id="map-steps">
            Steps each way
          </Text>
          <SegmentedControl
            aria-labelledby="map-steps"
            size="xs"
            value={String(depth)}
            onChange={turn}
            data={DEPTHS.map(String)}
          />
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Download size={15} aria-hidden />}
            disabled={!picture.data}
            onClick={() => picture.data && save(picture.data, "map.svg", "image/svg+xml")}
          >
            SVG
          </Button>
          <Button
            component={Link}
            to="/map"
            search={{ roots: ci.id } as never}
            leftSection={<Waypoints size={15} aria-hidden />}
          >
            Explore
          </Button>
        </Group>
      </Group>
      {picture.isError && <PageError error={picture.error} reset={() => void picture.refetch()} />}
      {picture.isPending && <Text role="status">Drawing</Text>}
      {address && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
        <section className="card table-scroll" tabIndex={0} aria-label="Dependency map">
          <img
            src={address}
            alt={`What depends on ${ci.name.slice(0, 100)} and what it needs`}
            className="map-picture"
          />
        </section>
      )}
    </Stack>
  );
}

/** An image can neither run script nor fetch anything: names of users in it do no harm. */
function usePicture(svg: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (svg === undefined) return undefined;
    const next = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(next);
    return () => URL.revokeObjectURL(next);
  }, [svg]);
  return address;
}
