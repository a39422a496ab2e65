import { MultiSelect, type MultiSelectProps } from "@mantine/core";

/** Chooses some of a few words, which keep their order; none chosen means any. */
export function WordFilter<T extends string>(
  props: {
    all: readonly T[];
    value: T[] | undefined;
    set: (value: T[] | undefined) => void;
    /** Shown where none is chosen. */
    any: string;
  } & Pick<MultiSelectProps, "label" | "aria-label" | "w">,
) {
  const { all, value, set, any, ...shown } = props;
  return (
    <MultiSelect
      {...shown}
      size="xs"
      placeholder={value ? undefined : any}
      data={[...all]}
      value={value ?? []}
      onChange={(chosen) => set(chosen.length > 0 ? all.filter((one) => chosen.includes(one)) : undefined)}
    />
  );
}
