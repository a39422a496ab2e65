import type { FigureInput } from "./figures.ts";

/** Rows of the entries of a group's list, each once; of what is no list, the value. None of an empty list. */
function groupEntries({ sql, lists }: FigureInput): string {
  if (lists === "texts") return `select distinct unnest(${sql})`;
  return `select distinct nullif(one, 'null'::jsonb)
    from jsonb_array_elements(case jsonb_typeof(${sql}) when 'array' then ${sql} else jsonb_build_array(${sql}) end) as l (one)`;
}

/** What a figure reads of a record before its lists are taken apart. */
function rawInput({ sql, lists }: FigureInput): string {
  return lists === "texts" ? `to_jsonb(${sql})` : sql;
}

/**
 * A table like `base` with a row more for each entry of a list: the first row of a record, `entry.k` = 0, has all else, and
 * figures pass over what is null. Undefined where no figure may meet a list.
 */
function takenApart(inputs: readonly (FigureInput | undefined)[], carried: readonly string[]): string | undefined {
  if (!inputs.some((input) => input?.lists)) return undefined;
  const entries = inputs.flatMap((input, i) =>
    input?.lists
      ? [
          `select ${i + 1}, nullif(one, 'null'::jsonb)
    from jsonb_array_elements(case jsonb_typeof(b.x${i}) when 'array' then b.x${i} end) as l (one)`,
        ]
      : [],
  );
  const columns = inputs.flatMap((input, i) => {
    if (!input) return [];
    if (!input.lists) return [`case entry.k when 0 then b.x${i} end as x${i}`];
    const whole = `case when jsonb_typeof(b.x${i}) <> 'array' then b.x${i} end`;
    return [`case entry.k when 0 then ${whole} when ${i + 1} then entry.e end as x${i}`];
  });
  return `  select ${[...carried.map((name) => `b.${name}`), "entry.k = 0 as is_whole", ...columns].join(",\n    ")}
  from base b cross join lateral (
    select 0, null::jsonb
    union all ${entries.join("\n    union all ")}) as entry (k, e)`;
}

/** SQL that takes lists apart. */
export const listEntriesStore = { groupEntries, rawInput, takenApart };
