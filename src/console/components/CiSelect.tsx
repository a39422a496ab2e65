import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../api/client";

export interface CiSelectProps {
  label: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  error?: string | undefined;
}

/** Chooses one CI by words of its name, an address or a serial number. */
export function CiSelect({ label, value, onChange, error }: CiSelectProps) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({
    queryKey: ["ci", "picker", search],
    queryFn: () =>
      bodyOf(
        v1.GET("/v1/cmdb/ci", {
          params: { query: { limit: 20, fields: ["name", "type"], ...(search && { search: search.slice(0, 500) }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: ["ci", value, "name"],
    queryFn: () => bodyOf(v1.GET("/v1/cmdb/ci/{id}", { params: { path: { id: value! } } })),
    enabled: value !== undefined,
  });
  const options = new Map((found.data?.data ?? []).map(({ id, name, type }) => [id, labelOf(name, type)]));
  if (value && !options.has(value)) options.set(value, labelOf(chosen.data?.name ?? value, chosen.data?.type));
  return (
    <Select
      label={label}
      placeholder="Name, address or serial number"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Choose none" }}
      data={[...options].map(([id, text]) => ({ value: id, label: text }))}
      filter={({ options: all }) => all}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearchChange={setText}
      nothingFoundMessage={found.isPending ? "Searching" : "No such CI"}
      error={error}
      maxDropdownHeight={320}
    />
  );
}

function labelOf(name: string | undefined, type: string | undefined): string {
  const text = name ?? "";
  return `${text.length > 100 ? `${text.slice(0, 99)}…` : text}${type ? ` (${type})` : ""}`;
}
