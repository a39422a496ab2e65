import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState";
import { words } from "../../components/words";
import type { TabProps } from "./CiPage";
import { RECORD_KINDS, type RecordKind } from "./ci-search";
import { RecordTable } from "./RecordTable";

const route = getRouteApi("/shell/cis/$ciId");

/** What the newest inventory of the host lists. */
export function RecordsTab({ ci }: TabProps) {
  const { records = "processes" } = route.useSearch();
  const navigate = useNavigate();
  const kinds = RECORD_KINDS.filter((kind) => kind !== "installed-applications");
  const data = kinds.map((value) => ({ value, label: words(value.replaceAll("-", " ")) }));
  const open = (kind: string | null) =>
    void navigate({
      to: "/cis/$ciId",
      params: { ciId: ci.id },
      search: { tab: "records", records: kind as RecordKind },
      replace: true,
    });
  const label = "Kind of records";
  return (
    <Stack gap="sm">
      <Group>
        <SegmentedControl aria-label={label} value={records} onChange={open} data={data} visibleFrom="sm" />
        <Select
          aria-label={label}
          value={records}
          onChange={open}
          data={data}
          allowDeselect={false}
          hiddenFrom="sm"
          w="100%"
        />
      </Group>
      <RecordTable
        key={records}
        ciId={ci.id}
        kind={records}
        empty={
          <EmptyState title="No such records">
            <Text size="sm">
              Scans of a host collect them. This item has none of this kind: it is no host, was not scanned yet, or the
              scan could not read them.
            </Text>
          </EmptyState>
        }
      />
    </Stack>
  );
}
