import { Autocomplete, Group, TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { FilterChips } from "../../../components/FilterChips";
import { FilterGroup } from "../../../components/FilterGroup";
import { useTyped } from "../../../components/use-typed";
import type { AuditFilterValues } from "./query";

const route = getRouteApi("/shell/admin/audit");
const NAMES = { actor: "Who", action: "Did", target: "To", from: "From", to: "Until" } as const;
/** Beginnings of the log's actions. */
const ACTIONS = [
  "login.*",
  "user.*",
  "api_key.*",
  "webhook.*",
  "integration.*",
  "settings.*",
  "ci.*",
  "relationship.*",
  "scan.*",
];

/** Filters of the audit log: all of them stand in the address. */
export function AuditFilters() {
  const { open: _, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: AuditFilterValues) => void navigate({ search: (before) => ({ ...before, ...next }) });
  const chips = (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => filters[name])
    .map((name) => ({ label: `${NAMES[name]}: ${filters[name]}`, clear: () => change({ [name]: undefined }) }));
  return (
    <>
      <Group mb="sm">
        <FilterGroup align="flex-end">
          <IdFilter
            label={NAMES.actor}
            placeholder="Id of a user, system"
            value={filters.actor}
            set={(actor) => change({ actor })}
          />
          <ActionFilter value={filters.action} set={(action) => change({ action })} />
          <IdFilter
            label={NAMES.target}
            placeholder="Id of a thing"
            value={filters.target}
            set={(target) => change({ target })}
          />
          {(["from", "to"] as const).map((name) => (
            <TimeFilter key={name} label={NAMES[name]} value={filters[name]} set={(time) => change({ [name]: time })} />
          ))}
        </FilterGroup>
      </Group>
      <FilterChips
        chips={chips}
        clearAll={() =>
          change({ actor: undefined, action: undefined, target: undefined, from: undefined, to: undefined })
        }
      />
    </>
  );
}

interface FilterProps {
  value: string | undefined;
  set: (value: string | undefined) => void;
}

function useFilter({ value = "", set }: FilterProps) {
  return useTyped(value, (text) => set(text || undefined), 350);
}

function IdFilter(props: FilterProps & { label: string; placeholder: string }) {
  const typed = useFilter(props);
  return <TextInput size="xs" label={props.label} placeholder={props.placeholder} maxLength={300} {...typed} />;
}

function ActionFilter({ value, set }: FilterProps) {
  const typed = useFilter({ value, set: (text) => set(text?.replaceAll(/[^\w.*-]/g, "") || undefined) });
  return (
    <Autocomplete
      size="xs"
      label={NAMES.action}
      placeholder="user.created or user.*"
      data={ACTIONS}
      maxLength={101}
      {...typed}
    />
  );
}

function TimeFilter(props: FilterProps & { label: string }) {
  const typed = useFilter(props);
  return <TextInput size="xs" type="datetime-local" label={props.label} {...typed} />;
}
