import { Anchor, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { components } from "../../api/v1";
import { Bar } from "../../components/Bar";
import { Panel } from "./Panel";

type Cis = NonNullable<components["schemas"]["Summary"]["cis"]>;
const MAX_TYPES = 8;

/** CIs by type, the most frequent first, with how many are not active. */
export function CiPanel({ cis: { total, changed, by_type } }: { cis: Cis }) {
  const most = by_type[0]?.total ?? 1;
  const others = by_type.slice(MAX_TYPES);
  return (
    <Panel title={`Configuration items (${total.toLocaleString("en")})`} to="/cis" all="See CIs" isLast>
      <table className="plain-table overview-types">
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">CIs</th>
            <th scope="col" data-optional>
              <VisuallyHidden>Share</VisuallyHidden>
            </th>
            <th scope="col">Maintenance</th>
            <th scope="col" data-optional>
              Inactive
            </th>
          </tr>
        </thead>
        <tbody>
          {by_type.slice(0, MAX_TYPES).map(({ type, total: count, by_status }) => (
            <tr key={type}>
              <td>
                <Anchor component={Link} to="/cis" search={{ type } as never} size="sm" title={type.slice(0, 200)}>
                  <bdi className="clip">{type.replaceAll("_", " ").slice(0, 100)}</bdi>
                </Anchor>
              </td>
              <td className="numeric">{count.toLocaleString("en")}</td>
              <td data-optional>
                <Bar value={(count / most) * 100} />
              </td>
              <td className="numeric">{by_status.maintenance || "–"}</td>
              <td className="numeric" data-optional>
                {by_status.inactive || "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed" mt="xs">
        {others.length > 0 &&
          `${others.length} more types with ${others.reduce((sum, one) => sum + one.total, 0).toLocaleString("en")} CIs. `}
        {changed.toLocaleString("en")} made or changed in the last day.
      </Text>
    </Panel>
  );
}
