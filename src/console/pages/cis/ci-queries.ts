import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { type ListSearch, queryOf } from "./list-search";

export type Ci = components["schemas"]["CI"];
export type ListedCi = components["schemas"]["ListedCI"];
type Row = Readonly<Record<string, unknown>>;

const PAGE = 100;

export const ciList = (search: ListSearch) => {
  // Columns do not change what is asked for.
  const { columns: _, ...filters } = search;
  return infiniteQueryOptions({
    queryKey: ["ci", "list", filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      bodyOf(
        v1.GET("/v1/cmdb/ci", {
          params: { query: { ...queryOf(filters), limit: PAGE, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
};

/** The CI with the tag of its version, for If-Match. */
export const oneCi = (id: string) =>
  queryOptions({
    queryKey: ["ci", "one", id],
    queryFn: async ({ signal }) => {
      const { data, response } = await v1.GET("/v1/cmdb/ci/{id}", { params: { path: { id } }, signal });
      return { ci: data as Ci, etag: response.headers.get("ETag") ?? undefined };
    },
  });

/** Types of the tenant's CIs with how many there are of each. */
export const ciTypes = queryOptions({
  queryKey: ["ci", "types"],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const form = { entity: "ci", group_by: ["type"], aggregate: [{ fn: "count" }], limit: 500 } as const;
    const rows = await figures(form, signal);
    return rows.map(({ type, count }) => ({ type: String(type), count: Number(count) }));
  },
});

/** Runs a form of the query language and answers its rows. */
export async function figures(form: unknown, signal: AbortSignal): Promise<readonly Row[]> {
  const answer = await bodyOf(v1.POST("/v1/query", { body: form as components["schemas"]["QueryForm"], signal }));
  return (answer as components["schemas"]["QueryAnswer"]).rows;
}
