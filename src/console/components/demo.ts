import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../api/client";
import type { components } from "../api/v1";
import { queryClient } from "../app/query";
import { useMay } from "../app/session-context";

export type Demo = components["schemas"]["Demo"];

const demoState = queryOptions({
  queryKey: ["demo"],
  queryFn: ({ signal }) => bodyOf(v1.GET("/v1/demo", { signal })),
  // The stream tells when it is done; this is for where the stream does not come through.
  refetchInterval: ({ state }) =>
    state.data?.state === "loading" || state.data?.state === "removing" ? 30_000 : false,
});

/** What stands of the demo estate, for those who may see it. */
export function useDemo(): Demo | undefined {
  const may = useMay();
  return useQuery({ ...demoState, enabled: may("cmdb.read") }).data;
}

/** Asks for the demo to be loaded or removed; a job does it. */
export function useChangeDemo() {
  return useMutation({
    mutationFn: (wanted: "load" | "remove") =>
      bodyOf<Demo>(wanted === "load" ? v1.POST("/v1/demo") : v1.DELETE("/v1/demo")),
    onSuccess: (state) => {
      queryClient.setQueryData(demoState.queryKey, state);
      void queryClient.invalidateQueries({ queryKey: ["summary"] });
    },
    // Somebody else may have asked for it meanwhile.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["demo"] }),
  });
}
