import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Popover,
  ScrollArea,
  Select,
  Stack,
  Tooltip,
} from "@mantine/core";
import { Columns3 } from "lucide-react";
import { type Chip, FilterChips } from "../../components/FilterChips";
import { FilterGroup } from "../../components/FilterGroup";
import { words } from "../../components/words";
import type { ListColumns } from "./list-columns";
import { CI_STATUSES, type ListSearch, split, WINDOWS } from "./list-search";
import { SearchInput } from "./SearchInput";
import { TypeFilter } from "./TypeFilter";

interface Props {
  search: ListSearch;
  columns: ListColumns;
  onChange: (next: ListSearch) => void;
}

/** Search, filters with their chips, and the choice of columns. */
export function CiFilters({ search, columns, onChange }: Props) {
  const isTime = search.since !== undefined && !(search.since in WINDOWS);
  const windows = Object.entries(WINDOWS).map(([value, { label }]) => ({ value, label: `Changed in the ${label}` }));
  const set = (key: "type" | "status", values: string[]) =>
    onChange({ ...search, [key]: values.length > 0 ? values.join(",") : undefined });
  return (
    <Stack gap="xs">
      <Group gap="xs" align="center">
        <SearchInput
          label="Search in name and description"
          placeholder="Name, address, serial number"
          value={search.q ?? ""}
          maxLength={500}
          onSearch={(q) => onChange({ ...search, q: q || undefined })}
        />
        <FilterGroup align="center">
          <TypeFilter value={split(search.type)} onChange={(values) => set("type", values)} />
          <MultiSelect
            aria-label="Status"
            placeholder={search.status ? undefined : "Any status"}
            data={CI_STATUSES.map((value) => ({ value, label: words(value) }))}
            value={split(search.status)}
            onChange={(values) => set("status", values)}
            clearable
            w={{ base: "100%", xs: 180 }}
          />
          <Select
            aria-label="Changed since"
            placeholder="Changed at any time"
            data={isTime ? [...windows, { value: search.since!, label: `Changed since ${search.since}` }] : windows}
            value={search.since ?? null}
            onChange={(since) => onChange({ ...search, since: since ?? undefined })}
            clearable
            w={{ base: "100%", xs: 220 }}
          />
          <ColumnChoice columns={columns} onChange={(list) => onChange({ ...search, columns: list })} />
        </FilterGroup>
      </Group>
      <FilterChips
        chips={chipsOf(search, onChange)}
        clearAll={() => onChange({ columns: search.columns, sort: search.sort, order: search.order })}
      />
    </Stack>
  );
}

function ColumnChoice({ columns, onChange }: { columns: ListColumns; onChange: (list: string | undefined) => void }) {
  const toggle = (id: string, isShown: boolean) => {
    const ids = columns.all.map((column) => column.id);
    onChange(ids.filter((one) => (one === id ? isShown : columns.shown.includes(one))).join(","));
  };
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" size={34} aria-label="Choose columns">
            <Columns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah={360} type="auto">
          <Stack gap={8} pr="sm" role="group" aria-label="Columns">
            {columns.all.map(({ id, header }) => (
              <Checkbox
                key={id}
                size="xs"
                label={header.slice(0, 60)}
                checked={columns.shown.includes(id)}
                disabled={id === "name"}
                onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
              />
            ))}
            <Button variant="default" size="compact-xs" onClick={() => onChange(undefined)}>
              Usual columns
            </Button>
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function chipsOf(search: ListSearch, onChange: Props["onChange"]): Chip[] {
  const { q, since } = search;
  const listed = (["type", "status"] as const).flatMap((key) =>
    split(search[key]).map((value) => {
      const rest = split(search[key]).filter((one) => one !== value);
      const remove = () => onChange({ ...search, [key]: rest.length > 0 ? rest.join(",") : undefined });
      return { label: `${words(key)}: ${words(value)}`, clear: remove };
    }),
  );
  return [
    ...(q ? [{ label: `Words: ${q}`, clear: () => onChange({ ...search, q: undefined }) }] : []),
    ...listed,
    ...(since
      ? [
          {
            label: `Changed: ${WINDOWS[since]?.label ?? since}`,
            clear: () => onChange({ ...search, since: undefined }),
          },
        ]
      : []),
  ];
}
