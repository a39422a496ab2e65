import { Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../api/client";

const DEBOUNCE_MS = 150;
const LENGTH = 80;

/** Finds one CI by what is typed, and tells its id. */
export function CiPicker({
  label,
  placeholder = "Find a CI by name",
  isLabelHidden = false,
  autoFocus = false,
  size = "sm",
  onPick,
}: {
  label: string;
  placeholder?: string;
  isLabelHidden?: boolean;
  autoFocus?: boolean;
  size?: "xs" | "sm" | "md";
  onPick: (id: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim().slice(0, 255), DEBOUNCE_MS);
  const found = useQuery({
    queryKey: ["ci", "picker", search],
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/cmdb/ci", { params: { query: { ...(search && { search }), limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.data ?? [];
  const types = new Map(rows.map(({ id, type }) => [id, type]));
  return (
    <Select
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      placeholder={placeholder}
      size={size}
      searchable
      autoFocus={autoFocus}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={rows.map(({ id, name = "" }) => ({ value: id, label: name.slice(0, LENGTH) || "(no name)" }))}
      // The service has chosen already.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? "Searching" : found.isError ? found.error.message : "Nothing is named so"}
      renderOption={({ option }) => (
        <div style={{ minWidth: 0 }}>
          <bdi className="clip">{option.label}</bdi>
          <Text size="xs" c="dimmed">
            {types.get(option.value)}
          </Text>
        </div>
      )}
      comboboxProps={{ withinPortal: true }}
      onChange={(id) => {
        if (!id) return;
        setTyped("");
        onPick(id);
      }}
    />
  );
}
