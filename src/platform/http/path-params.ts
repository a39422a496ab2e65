import { z } from "@hono/zod-openapi";
import { isId } from "../ids.ts";

/** An id in a path. A malformed one names nothing: 404, as an unknown one. */
export function pathId() {
  return z.string().refine(isId).openapi({ format: "uuid" });
}
