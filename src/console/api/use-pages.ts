import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

/** Entries of one page of a list; the service allows 100 at most. */
const PAGE_SIZE = 100;

interface Page<T> {
  data: T[];
  pagination: { total: number; next_cursor?: string; nextCursor?: string };
}

/** What a list is asked for beside its filters. */
export interface PageQuery {
  limit: number;
  cursor?: string;
}

/**
 * A list of the service, read page by page by its cursor. The former rows stay while a filter changes.
 * `table` holds the properties of the DataTable that shows it.
 */
export function usePages<T>(
  key: QueryKey,
  read: (page: PageQuery) => Promise<Page<T>>,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) {
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read({ limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? pagination.nextCursor,
    placeholderData: keepPreviousData,
    ...options,
  });
  return {
    total: list.data?.pages[0]?.pagination.total,
    table: {
      rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
      isLoading: list.isPending,
      error: list.data ? undefined : list.error,
      retry: () => void list.refetch(),
      hasMore: list.hasNextPage,
      loadMore: () => void list.fetchNextPage(),
      isLoadingMore: list.isFetchingNextPage,
    },
  };
}
