import { Autocomplete, Group, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { Fragment } from "react";
import { FilterChips } from "../../../components/FilterChips";
import { FilterGroup } from "../../../components/FilterGroup";
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
  const type = useDebouncedCallback(change, 350);
  const chips = (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => filters[name])
    .map((name) => ({ label: `${NAMES[name]}: ${filters[name]}`, clear: () => change({ [name]: undefined }) }));
  return (
    <>
      <Group mb="sm">
        <FilterGroup align="flex-end">
          <Fragment key={JSON.stringify(filters)}>
            <IdFilter
              label={NAMES.actor}
              placeholder="Id of a user, system"
              value={filters.actor}
              set={(actor) => type({ actor })}
            />
            <Autocomplete
              size="xs"
              label="Did"
              placeholder="user.created or user.*"
              data={ACTIONS}
              maxLength={101}
              defaultValue={filters.action ?? ""}
              onChange={(value) => type({ action: value.trim().replaceAll(/[^\w.*-]/g, "") || undefined })}
            />
            <IdFilter
              label={NAMES.target}
              placeholder="Id of a thing"
              value={filters.target}
              set={(target) => type({ target })}
            />
            {(["from", "to"] as const).map((name) => (
              <TextInput
                key={name}
                size="xs"
                type="datetime-local"
                label={NAMES[name]}
                defaultValue={filters[name]}
                onChange={(event) => type({ [name]: event.currentTarget.value || undefined })}
              />
            ))}
          </Fragment>
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

function IdFilter(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  set: (value: string | undefined) => void;
}) {
  const { label, placeholder, value, set } = props;
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      maxLength={300}
      defaultValue={value}
      onChange={({ currentTarget }) => set(currentTarget.value.trim() || undefined)}
    />
  );
}
