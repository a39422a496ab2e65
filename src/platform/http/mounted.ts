import type { Scope } from "../../model/scopes.ts";
import { checkRoute, type Route, scopesOf } from "./route.ts";
import { camelCase, namesOf, type Respell, snakeCase } from "./spelling.ts";
import type { Variant } from "./variant.ts";

/** Routes below the base of a variant. */
export interface Mount {
  variant: Variant;
  routes: readonly Route[];
}

/** A route of a variant, with everything that can be computed before the first request. */
export interface MountedRoute {
  route: Route;
  variant: Variant;
  /** The full path in OpenAPI's form: `/v1/cmdb/ci/{id}`. */
  pattern: string;
  scopes: readonly Scope[];
  /** Media types parsed as JSON, as a form, and passed on unparsed; `packed` is the compressed part of `raw`. */
  consumes:
    | { json: ReadonlySet<string>; form: boolean; raw: ReadonlySet<string>; packed: ReadonlySet<string> }
    | undefined;
  respellBody: Respell | undefined;
  respellQuery: Respell | undefined;
  /** Names that `fields` may hold; undefined if the route lists nothing, or items of any shape. */
  listFields: ReadonlySet<string> | undefined;
  /** Headers of every answer, e.g. for a deprecation. */
  headers: Readonly<Record<string, string>> | undefined;
  /** Whether the path has parameters. */
  hasParams: boolean;
}

/** All routes of one path. */
export interface PathEntry {
  pattern: string;
  variant: Variant;
  methods: ReadonlyMap<string, MountedRoute>;
  /** Value of the header `Allow`. */
  allow: string;
}

const JSON_TYPE = "application/json";

/** Mounts routes by path. Throws for an invalid or duplicate route. */
export function mountRoutes(mounts: readonly Mount[]): PathEntry[] {
  const paths = new Map<string, { variant: Variant; methods: Map<string, MountedRoute> }>();
  const operations = new Set<string>();
  for (const { variant, routes } of mounts) {
    for (const route of routes) {
      checkRoute(route);
      const mounted = mountRoute(route, variant);
      const { pattern } = mounted;
      const place = pattern.replaceAll(/\{[^}]*\}/g, "{}");
      const entry = paths.get(place) ?? { variant, methods: new Map<string, MountedRoute>() };
      if (entry.variant !== variant) throw new Error(`${pattern}: two variants share the path`);
      if (entry.methods.has(route.method)) throw new Error(`${route.method} ${pattern} is declared twice`);
      const operation = `${variant.base} ${route.operationId}`;
      if (operations.has(operation)) throw new Error(`the operation ${route.operationId} is declared twice`);
      operations.add(operation);
      entry.methods.set(route.method, mounted);
      paths.set(place, entry);
    }
  }
  return [...paths.values()].map(({ variant, methods }) => {
    const named = [...methods.keys()];
    const allow = [...named, ...(named.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    return { pattern: methods.values().next().value!.pattern, variant, methods, allow };
  });
}

function mountRoute(route: Route, variant: Variant): MountedRoute {
  const body = route.body ?? route.formBody;
  return {
    route,
    variant,
    pattern: `${variant.base}${route.path}`,
    scopes: scopesOf(route.access),
    consumes: consumedTypes(route),
    respellBody: body && variant.respeller(body),
    respellQuery: route.query && variant.respeller(route.query),
    listFields: listFieldsOf(route, variant),
    headers: route.deprecated
      ? { "X-API-Deprecation-Date": route.deprecated.date, "X-API-Deprecation-Info": route.deprecated.info }
      : undefined,
    hasParams: route.path.includes("{"),
  };
}

/** The fields of a list's items, and the id's, in every spelling that the variant takes. */
function listFieldsOf(route: Route, variant: Variant): ReadonlySet<string> | undefined {
  const page = Object.values(route.responses).find(({ list }) => list);
  const names = page?.schema && namesOf(page.schema);
  if (!names) return undefined;
  const others = variant.name === "a" ? [...names.map(camelCase), "_id"] : [];
  return new Set([...names, ...names.map(snakeCase), ...others, "id"]);
}

function consumedTypes(route: Route): MountedRoute["consumes"] {
  if (!route.body && !route.formBody && !route.rawBody) return undefined;
  const { contentTypes = [], packedTypes = [] } = route.rawBody ?? {};
  return {
    json: new Set(route.body ? [JSON_TYPE, ...(route.jsonTypes ?? [])] : []),
    form: route.formBody !== undefined,
    raw: new Set([...contentTypes, ...packedTypes]),
    packed: new Set(packedTypes),
  };
}
