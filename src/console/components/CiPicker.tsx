import { Combobox, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bodyOf, v1 } from "../api/client";
import { messageOf } from "../api/error";

export interface PickedCi {
  id: string;
  name: string;
  type: string;
  status: string;
}

const FOUND = 12;

/** Finds a CI by a part of its name, and gives it to `pick`. What `exclude` names is not offered. */
export function CiPicker(props: {
  label: string;
  /** The label is for screen readers alone. */
  isLabelHidden?: boolean;
  placeholder?: string;
  size?: "xs" | "sm" | "md";
  autoFocus?: boolean;
  description?: ReactNode;
  exclude?: ReadonlySet<string>;
  pick: (ci: PickedCi) => void;
}) {
  const { label, isLabelHidden = false, placeholder = "Part of a CI's name", size, autoFocus } = props;
  const { description, exclude, pick } = props;
  const combobox = useCombobox();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({
    queryKey: ["ci", "picker", search],
    enabled: search !== "",
    placeholderData: keepPreviousData,
    queryFn: () =>
      bodyOf(
        v1.GET("/v1/cmdb/ci", {
          params: { query: { search, limit: FOUND, fields: ["id", "name", "type", "status"] } },
        }),
      ),
  });
  const options = (found.data?.data ?? []).filter(({ id }) => !exclude?.has(id));
  const submit = (id: string) => {
    const ci = options.find((option) => option.id === id);
    if (ci) pick({ id: ci.id, name: ci.name ?? ci.id, type: ci.type ?? "", status: ci.status ?? "" });
    setText("");
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <Combobox.Target>
        <TextInput
          {...(isLabelHidden ? { "aria-label": label } : { label })}
          description={description}
          size={size}
          autoFocus={autoFocus}
          placeholder={placeholder}
          value={text}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => combobox.closeDropdown()}
          rightSection={found.isFetching && <Loader size={14} aria-label="Searching" />}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={search === ""}>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={`${label}: found`}>
          {options.map(({ id, name, type }) => (
            <Combobox.Option key={id} value={id}>
              <bdi className="clip">{name?.slice(0, 200)}</bdi>
              <Text size="xs" c="dimmed">
                {type?.replaceAll("_", " ")}
              </Text>
            </Combobox.Option>
          ))}
          {options.length === 0 && !found.isFetching && (
            <Combobox.Empty>{found.error ? messageOf(found.error) : "No other CI has this in its name"}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
