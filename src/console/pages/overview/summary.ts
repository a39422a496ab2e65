import { queryOptions } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";

/** The estate in figures. */
export const summary = queryOptions({
  queryKey: ["summary"],
  queryFn: ({ signal }) => bodyOf(v1.GET("/v1/summary", { signal })),
});
