import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { FOUND_KINDS, type FoundKind } from "./kinds";

interface Search {
  q?: string;
  /** One kind only. */
  kind?: FoundKind;
}

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: "/search",
  validateSearch: ({ q, kind }: Record<string, unknown>): Search => {
    const known = FOUND_KINDS.find((one) => one === kind);
    const text = typeof q === "string" || typeof q === "number" ? String(q).slice(0, 500) : "";
    return { ...(text && { q: text }), ...(known && { kind: known }) };
  },
  component: lazyRouteComponent(() => import("./SearchPage"), "SearchPage"),
});

export const searchRoutes = [route] as const;
