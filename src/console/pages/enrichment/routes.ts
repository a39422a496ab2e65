import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { choiceOf, given, textOf } from "../../app/search-params";
import { NAME_LIST, PERIODS, RUN_STATES } from "./names";

const enrichment = createRoute({
  getParentRoute: () => shellRoute,
  path: "/enrichment",
  component: lazyRouteComponent(() => import("./EnrichmentLayout"), "EnrichmentLayout"),
});

const runs = createRoute({
  getParentRoute: () => enrichment,
  path: "/",
  validateSearch: (search: Record<string, unknown>) =>
    given({
      name: choiceOf(search.name, NAME_LIST),
      status: choiceOf(search.status, RUN_STATES),
      open: textOf(search.open),
    }),
  component: lazyRouteComponent(() => import("./runs/RunsPage"), "RunsPage"),
});

const insights = createRoute({
  getParentRoute: () => enrichment,
  path: "insights",
  validateSearch: (search: Record<string, unknown>) =>
    given({
      criticality: choiceOf(search.criticality, ["critical", "high", "medium", "low"] as const),
      open: textOf(search.open),
    }),
  component: lazyRouteComponent(() => import("./insights/InsightsPage"), "InsightsPage"),
});

const proposals = createRoute({
  getParentRoute: () => enrichment,
  path: "proposals",
  validateSearch: (search: Record<string, unknown>) => given({ ci: textOf(search.ci) }),
  component: lazyRouteComponent(() => import("./proposals/ProposalsPage"), "ProposalsPage"),
});

const agents = createRoute({
  getParentRoute: () => enrichment,
  path: "agents",
  validateSearch: (search: Record<string, unknown>) => given({ agent: textOf(search.agent) }),
  component: lazyRouteComponent(() => import("./agents/AgentsPage"), "AgentsPage"),
});

const usage = createRoute({
  getParentRoute: () => enrichment,
  path: "usage",
  validateSearch: (search: Record<string, unknown>) => given({ period: choiceOf(search.period, PERIODS) }),
  component: lazyRouteComponent(() => import("./usage/UsagePage"), "UsagePage"),
});

export const enrichmentRoutes = [enrichment.addChildren([runs, insights, proposals, agents, usage])] as const;
