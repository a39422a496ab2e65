import { Select } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { SvgPicture } from "../../components/SvgPicture";
import type { Service } from "./service-data";

const route = getRouteApi("/shell/services/$id");
const DEPTHS = ["1", "2", "3", "4", "5", "6"];

/** The map as the service draws it. */
export function MapTab({ service: { id, name } }: { service: Service }) {
  const { depth = 3 } = route.useSearch();
  const navigate = useNavigate();
  return (
    <SvgPicture
      kind="service"
      address={`/v1/services/${encodeURIComponent(id)}/dependency-map.svg?depth=${depth}`}
      alt={`Map of what ${name.slice(0, 100)} needs and who needs it. The tabs Components and Dependencies say the same in words.`}
      fileName="service-map.svg"
    >
      <Select
        label="Steps"
        size="xs"
        w={90}
        data={DEPTHS}
        allowDeselect={false}
        value={String(depth)}
        onChange={(value) =>
          void navigate({ to: `/services/${id}`, search: { tab: "map", depth: Number(value) }, replace: true })
        }
      />
    </SvgPicture>
  );
}
