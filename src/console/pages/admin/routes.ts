import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { choiceOf, given, momentOf, textOf } from "../../app/search-params";

const admin = createRoute({
  getParentRoute: () => shellRoute,
  path: "/admin",
  component: lazyRouteComponent(() => import("./AdminLayout"), "AdminLayout"),
});

const index = createRoute({
  getParentRoute: () => admin,
  path: "/",
  component: lazyRouteComponent(() => import("./AdminIndexPage"), "AdminIndexPage"),
});

const USER_ORDERS = ["name", "email", "created_at", "updated_at"] as const;
const users = createRoute({
  getParentRoute: () => admin,
  path: "users",
  /** `open`: the user in the drawer, `new` for one to be made. */
  validateSearch: (search: Record<string, unknown>) =>
    given({
      open: textOf(search.open),
      sort: choiceOf(search.sort, USER_ORDERS),
      order: choiceOf(search.order, ["asc", "desc"] as const),
    }),
  component: lazyRouteComponent(() => import("./users/UsersPage"), "UsersPage"),
});

const PROGRAM_TABS = ["keys", "accounts", "clients", "grants"] as const;
const programs = createRoute({
  getParentRoute: () => admin,
  path: "programs",
  validateSearch: (search: Record<string, unknown>) => given({ tab: choiceOf(search.tab, PROGRAM_TABS) }),
  component: lazyRouteComponent(() => import("./programs/ProgramsPage"), "ProgramsPage"),
});

const webhooks = createRoute({
  getParentRoute: () => admin,
  path: "webhooks",
  component: lazyRouteComponent(() => import("./webhooks/WebhooksPage"), "WebhooksPage"),
});

const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
const webhook = createRoute({
  getParentRoute: () => admin,
  path: "webhooks/$webhookId",
  validateSearch: (search: Record<string, unknown>) =>
    given({
      status: choiceOf(search.status, DELIVERY_STATES),
      event: textOf(search.event),
    }),
  component: lazyRouteComponent(() => import("./webhooks/WebhookPage"), "WebhookPage"),
});

const integrations = createRoute({
  getParentRoute: () => admin,
  path: "integrations",
  validateSearch: (search: Record<string, unknown>) => given({ open: textOf(search.open) }),
  component: lazyRouteComponent(() => import("./integrations/IntegrationsPage"), "IntegrationsPage"),
});

const settings = createRoute({
  getParentRoute: () => admin,
  path: "settings",
  component: lazyRouteComponent(() => import("./settings/SettingsPage"), "SettingsPage"),
});

const audit = createRoute({
  getParentRoute: () => admin,
  path: "audit",
  validateSearch: (search: Record<string, unknown>) =>
    given({
      actor: textOf(search.actor),
      action: textOf(search.action),
      target: textOf(search.target),
      from: momentOf(search.from),
      to: momentOf(search.to),
      open: textOf(search.open),
    }),
  component: lazyRouteComponent(() => import("./audit/AuditPage"), "AuditPage"),
});

const JOB_STATES = ["waiting", "running", "failed", "parked"] as const;
const jobs = createRoute({
  getParentRoute: () => admin,
  path: "jobs",
  validateSearch: (search: Record<string, unknown>) =>
    given({
      state: choiceOf(search.state, JOB_STATES),
      name: textOf(search.name),
      open: textOf(search.open),
    }),
  component: lazyRouteComponent(() => import("./jobs/JobsPage"), "JobsPage"),
});

export const adminRoutes = [
  admin.addChildren([index, users, programs, webhooks, webhook, integrations, settings, audit, jobs]),
] as const;
