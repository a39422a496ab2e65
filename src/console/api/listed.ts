/** An entry of a list that was asked for without `fields`: every member is there. */
export type Whole<T> = Required<T>;

/** All entries of the pages of an infinite query, with every member, as they are where the list was asked without `fields`. */
export function rowsOf<T>(data: { pages: readonly { data: readonly T[] }[] } | undefined): Whole<T>[] {
  return (data?.pages.flatMap((page) => page.data) ?? []) as Whole<T>[];
}
