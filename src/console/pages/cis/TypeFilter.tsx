import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { words } from "../../components/words";
import { ciTypes } from "./ci-queries";

interface Props {
  value: readonly string[];
  onChange: (types: string[]) => void;
  /** Types that no CI has, yet can be chosen. */
  more?: readonly string[];
}

/** Types of CIs, each with how many there are. */
export function TypeFilter({ value, onChange, more = [] }: Props) {
  const types = useQuery(ciTypes);
  const known = types.data?.map(({ type, count }) => ({ value: type, label: `${words(type)} (${count})` })) ?? [];
  const strangers = [...new Set([...value, ...more])].filter((type) => !known.some((one) => one.value === type));
  return (
    <MultiSelect
      aria-label="Type"
      placeholder={value.length ? undefined : "Any type"}
      data={[...known, ...strangers.map((type) => ({ value: type, label: words(type) }))]}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      w={{ base: "100%", xs: 240 }}
      maxDropdownHeight={320}
    />
  );
}
