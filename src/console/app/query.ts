import { QueryClient } from "@tanstack/react-query";
import { isStatus } from "../api/error";

/**
 * One cache for all pages. The first member of each key is the kind of thing that it shows (`ci`, `relationship`, `event`,
 * `incident`, `service`, `scan`, `run`, ...): the live stream marks the keys of changed kinds as stale.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // What was asked wrongly stays wrong; what was overloaded or away may be back.
      retry: (failures, error) => failures < 2 && isStatus(error, 0, 429, 502, 503, 504),
      retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
    },
    mutations: { retry: false },
  },
});
