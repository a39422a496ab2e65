import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/routes";
import { choiceOf, textOf } from "../../app/search-params";

export const FAMILIES = [
  "Browsers",
  "Databases",
  "Development Tools",
  "Runtime Environments",
  "Office Productivity",
  "Security Software",
  "Operating Systems",
  "Virtualization",
  "Web Servers",
  "Monitoring Tools",
  "Multimedia",
  "Utilities",
  "Enterprise Applications",
] as const;
export const STATUSES = ["pending", "review", "active"] as const;
export const SOURCES = ["manual", "ai", "import", "system", "pending"] as const;

type Family = (typeof FAMILIES)[number];

interface ProductSearch {
  find?: string | undefined;
  family?: Family | undefined;
  /** The product whose installations are shown. */
  product?: string | undefined;
}

interface InstalledSearch {
  find?: string | undefined;
  vendor?: string | undefined;
  version?: string | undefined;
}

interface QueueSearch {
  mapping?: string | undefined;
  status?: "review" | undefined;
}

/** Filters of the list of mappings. */
export interface MappingFilters {
  find?: string | undefined;
  status?: (typeof STATUSES)[number] | undefined;
  source?: (typeof SOURCES)[number] | undefined;
  family?: Family | undefined;
}

const getParentRoute = () => shellRoute;

const products = createRoute({
  getParentRoute,
  path: "/software",
  validateSearch: (search: Record<string, unknown>): ProductSearch => ({
    find: textOf(search.find),
    family: choiceOf(search.family, FAMILIES),
    product: textOf(search.product),
  }),
  component: lazyRouteComponent(() => import("./ProductsPage"), "ProductsPage"),
});

const installed = createRoute({
  getParentRoute,
  path: "/software/installed",
  validateSearch: (search: Record<string, unknown>): InstalledSearch => ({
    find: textOf(search.find),
    vendor: textOf(search.vendor),
    version: textOf(search.version),
  }),
  component: lazyRouteComponent(() => import("./InstalledPage"), "InstalledPage"),
});

const families = createRoute({
  getParentRoute,
  path: "/software/families",
  component: lazyRouteComponent(() => import("./FamiliesPage"), "FamiliesPage"),
});

const pending = createRoute({
  getParentRoute,
  path: "/software/pending",
  validateSearch: (search: Record<string, unknown>): QueueSearch => ({
    mapping: textOf(search.mapping),
    status: choiceOf(search.status, ["review"]),
  }),
  component: lazyRouteComponent(() => import("./PendingPage"), "PendingPage"),
});

const mappings = createRoute({
  getParentRoute,
  path: "/software/mappings",
  validateSearch: (search: Record<string, unknown>): MappingFilters => ({
    find: textOf(search.find),
    status: choiceOf(search.status, STATUSES),
    source: choiceOf(search.source, SOURCES),
    family: choiceOf(search.family, FAMILIES),
  }),
  component: lazyRouteComponent(() => import("./MappingsPage"), "MappingsPage"),
});

const identify = createRoute({
  getParentRoute,
  path: "/software/identify",
  validateSearch: (search: Record<string, unknown>): { name?: string | undefined; vendor?: string | undefined } => ({
    name: textOf(search.name),
    vendor: textOf(search.vendor),
  }),
  component: lazyRouteComponent(() => import("./IdentifyPage"), "IdentifyPage"),
});

export const softwareRoutes = [products, installed, families, pending, mappings, identify] as const;
