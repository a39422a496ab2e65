import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../api/client";
import { words } from "./words";

export interface PickedCi {
  id: string;
  name: string;
  type: string;
}

interface Props extends Omit<SelectProps, "data" | "value" | "onChange"> {
  value: PickedCi | null;
  onPick: (ci: PickedCi | null) => void;
  /** Ids that cannot be picked. */
  without?: readonly string[];
}

/** Finds one CI by name, address, serial number or host name. */
export function CiPicker({ value, onPick, without = [], ...rest }: Props) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 150);
  const found = useQuery({
    queryKey: ["ci", "pick", search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: 20, fields: ["id", "name", "type"] as ("id" | "name" | "type")[] };
      const answer = await bodyOf(
        v1.GET("/v1/cmdb/ci", { params: { query: search ? { ...query, search } : query }, signal }),
      );
      return answer.data.map(({ id, name = id, type = "" }): PickedCi => ({ id, name, type }));
    },
  });
  const options = (found.data ?? []).filter(({ id }) => !without.includes(id));
  const all = value && !options.some(({ id }) => id === value.id) ? [value, ...options] : options;
  return (
    <Select
      {...rest}
      searchable
      clearable
      value={value?.id ?? null}
      data={all.map(({ id, name, type }) => ({ value: id, label: `${name.slice(0, 120)} · ${words(type)}` }))}
      // The service has searched: what it found is shown whole.
      filter={({ options: given }) => given}
      onSearchChange={(text) => setTyped(value && text.startsWith(value.name.slice(0, 120)) ? "" : text)}
      onChange={(id) => onPick(all.find((one) => one.id === id) ?? null)}
      nothingFoundMessage={found.isFetching ? "Searching" : "No CI has this name"}
      maxDropdownHeight={300}
    />
  );
}
