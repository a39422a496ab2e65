import { GRAPH_RELATIONSHIP_TYPES } from "../../../model/relationships.ts";
import type { TIME_PARTS } from "../fields/parts-of-time.ts";

declare const fragment: unique symbol;
/** A piece of a statement: a constant below with its places filled in by others, or the name of a parameter. */
export type Fragment = string & { readonly [fragment]: true };

/** Fills `{{name}}` places. Only fragments go in, so no value of a form can. */
export function fill(template: string, places: Readonly<Record<string, Fragment>>): Fragment {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const given = places[name];
    if (given === undefined) throw new Error(`no fragment for {{${name}}} in ${template}`);
    return given;
  }) as Fragment;
}

export function join(
  fragments: readonly Fragment[],
  between: " AND " | " OR " | ", " | "\n" | "\n  UNION ALL\n",
): Fragment {
  return fragments.join(between) as Fragment;
}

/** A constant of this file. */
const constant = (text: string) => text as Fragment;

/** Names in statements, numbered: parameters, and columns of intermediate and final rows. */
export const numbered = {
  parameter: (i: number) => `$p${index(i)}` as Fragment,
  lookup: (i: number) => `$n${index(i)}` as Fragment,
  column: (i: number) => `f${index(i)}` as Fragment,
  text: (i: number) => `j${index(i)}` as Fragment,
  sort: (i: number) => `o${index(i)}` as Fragment,
  value: (i: number) => `x${index(i)}` as Fragment,
  list: (i: number) => `l${index(i)}` as Fragment,
  group: (i: number) => `g${index(i)}` as Fragment,
  figure: (i: number) => `a${index(i)}` as Fragment,
};

function index(i: number): string {
  if (!Number.isSafeInteger(i) || i < 0) throw new Error("not a number of a name");
  return String(i);
}

const ALL_TYPES = GRAPH_RELATIONSHIP_TYPES.join("|");

/** Variables of a statement: the record or CI, the server of an installation, the ends of a relationship. */
export const NODE = { record: constant("c"), server: constant("h"), source: constant("s"), target: constant("t") };
export const LINK = { installation: constant("i"), relationship: constant("r") };

/** What a statement carries from its start to its end, by entity. */
export const CARRIED = {
  ci: constant("c"),
  service: constant("c"),
  software: constant("c, i, h"),
  relationship: constant("r, s, t"),
};

/** The CIs that a statement starts from; `v` is their variable. Each is one seek on a key that begins with the tenant. */
export const CI_STARTS = {
  all: "MATCH ({{v}}:CI)\nUSING INDEX {{v}}:CI(tenant, id)\nWHERE {{v}}.tenant = $tenantId AND {{v}}.id >= ''",
  ids: "UNWIND {{ids}} AS wanted\nMATCH ({{v}}:CI {tenant: $tenantId, id: wanted})",
  keys: "UNWIND keys({{ids}}) AS wanted\nMATCH ({{v}}:CI {tenant: $tenantId, id: wanted})",
  names:
    "MATCH ({{v}}:CI)\nUSING INDEX {{v}}:CI(tenant, nameKey, id)\n" +
    "WHERE {{v}}.tenant = $tenantId AND {{v}}.nameKey IN {{names}} AND {{v}}.id IS NOT NULL",
  types:
    "MATCH ({{v}}:CI)\nUSING INDEX {{v}}:CI(tenant, type, createdAt, id)\n" +
    "WHERE {{v}}.tenant = $tenantId AND {{v}}.type IN {{types}} AND {{v}}.createdAt >= '' AND {{v}}.id IS NOT NULL",
  created:
    "MATCH ({{v}}:CI)\nUSING INDEX {{v}}:CI(tenant, createdAt, id)\n" +
    "WHERE {{v}}.tenant = $tenantId AND {{v}}.createdAt >= {{from}} AND {{v}}.id IS NOT NULL",
  updated:
    "MATCH ({{v}}:CI)\nUSING INDEX {{v}}:CI(tenant, updatedAt, id)\n" +
    "WHERE {{v}}.tenant = $tenantId AND {{v}}.updatedAt >= {{from}} AND {{v}}.id IS NOT NULL",
} as const;

/** From CIs to records: what follows the start of an entity that is not a CI itself. */
export const EXPANSIONS = {
  serverOfInstance: "MATCH (c)-[i:INSTALLED_ON]->(h:CI)\nWHERE i.aiFound IS NULL AND c.type = 'software_instance'",
  instancesOfServer: "MATCH (h)<-[i:INSTALLED_ON]-(c:CI)\nWHERE i.aiFound IS NULL AND c.type = 'software_instance'",
  fromSource: `MATCH (s)-[r:${ALL_TYPES}]->(t:CI)`,
  fromTarget: `MATCH (t)<-[r:${ALL_TYPES}]-(s:CI)`,
} as const;

/** Relationships of one type; an id does not tell its type, so every type has its turn. */
export const RELATIONSHIP_STARTS = Object.fromEntries(
  GRAPH_RELATIONSHIP_TYPES.map((type) => [
    type,
    {
      all:
        `  MATCH ()-[r:${type}]->()\n  USING INDEX SEEK r:${type}(tenant, id)\n` +
        "  WHERE r.tenant = $tenantId AND r.id IS NOT NULL\n  RETURN r",
      ids:
        `  UNWIND {{ids}} AS wanted\n  MATCH ()-[r:${type}]->()\n  USING INDEX SEEK r:${type}(tenant, id)\n` +
        "  WHERE r.tenant = $tenantId AND r.id = wanted\n  RETURN r",
    },
  ]),
);
export const RELATIONSHIP_UNION = "CALL {\n{{branches}}\n}\nWITH r, startNode(r) AS s, endNode(r) AS t";

const OBJECT = (property: string) => `{{v}}.${property}`;

/** Values of a CI's fields; `v` is its variable. */
export const CI_VALUES: Readonly<Record<string, string>> = {
  id: "{{v}}.id",
  name: "{{v}}.name",
  type: "{{v}}.type",
  status: "{{v}}.status",
  description: "{{v}}.description",
  attributes: OBJECT("attributes"),
  custom_fields: OBJECT("customFields"),
  created_at: "{{v}}.createdAt",
  created_by: "{{v}}.createdBy",
  updated_at: "{{v}}.updatedAt",
  updated_by: "{{v}}.updatedBy",
  // All but those to its identifiers: the graph knows both numbers, while each type that is named is counted apart.
  "relationships.count": "(COUNT { ({{v}})--() } - COUNT { ({{v}})-[:IDENTIFIED_BY]-() })",
};

/** Of a service, beside those of its CI. Relationships that a model found make no component. */
export const SERVICE_VALUES: Readonly<Record<string, string>> = {
  criticality:
    "CASE WHEN toLower(trim(toStringOrNull({{v}}.`attributes.criticality`))) IN ['critical', 'high', 'medium', 'low'] " +
    "THEN toLower(trim(toStringOrNull({{v}}.`attributes.criticality`))) ELSE 'medium' END",
  "components.count": "COUNT { ({{v}})<-[part:PART_OF]-(:CI) WHERE part.aiFound IS NULL }",
};

/** Of an installation: the instance `c` on its server `h`. */
export const SOFTWARE_VALUES: Readonly<Record<string, string>> = {
  id: "c.id",
  ci_id: "c.id",
  name: "c.name",
  type: "c.type",
  status: "c.status",
  version: "toStringOrNull(c.`attributes.version`)",
  vendor:
    "coalesce(toStringOrNull(c.`attributes.vendor`), " +
    "head(COLLECT { MATCH (c)-[:INSTANCE_OF]->(p:CI) RETURN toStringOrNull(p.`attributes.vendor`) ORDER BY p.id LIMIT 1 }))",
  product: "head(COLLECT { MATCH (c)-[:INSTANCE_OF]->(p:CI) RETURN p.name ORDER BY p.id LIMIT 1 })",
  family:
    "coalesce(head(COLLECT { MATCH (c)-[:INSTANCE_OF]->(p:CI)-[:MEMBER_OF]->(q:CI) RETURN q.name ORDER BY q.id LIMIT 1 }), " +
    "head(COLLECT { MATCH (c)-[:INSTANCE_OF]->(p:CI) RETURN toStringOrNull(p.`attributes.family`) ORDER BY p.id LIMIT 1 }), " +
    "toStringOrNull(c.`attributes.family`), toStringOrNull(c.`attributes.software_family`))",
  architecture: "toStringOrNull(c.`attributes.architecture`)",
  install_location: "toStringOrNull(c.`attributes.install_location`)",
  attributes: "c.attributes",
  custom_fields: "c.customFields",
  first_seen: "i.firstSeen",
  last_seen: "i.lastSeen",
  created_at: "c.createdAt",
  updated_at: "c.updatedAt",
};

/** Of a relationship; `spellings` has the public spelling of each built-in type. */
export const RELATIONSHIP_VALUES: Readonly<Record<string, string>> = {
  id: "r.id",
  type: "coalesce(r.spelling, {{spellings}}[type(r)])",
  attributes: "r.attributes",
  discovered_by: "r.discoveredBy",
  confidence: "coalesce(r.confidence, 1)",
  first_seen: "r.firstSeen",
  last_seen: "r.lastSeen",
  created_at: "r.createdAt",
  created_by: "coalesce(r.createdBy, 'system')",
  updated_at: "coalesce(r.updatedAt, r.createdAt)",
};

/**
 * When scans last saw a relationship, by entity: the newest collection that holds it is confirmed without a write to it. `key`
 * names that collection (`ci kind`), as `collectionOf` of relationships does; null without one.
 */
export const SEEN = {
  relationship: {
    own: constant("r.lastSeen"),
    key: constant(
      "CASE WHEN coalesce(r.discoveredBy STARTS WITH 'scan:', false) AND r.missingSince IS NULL THEN CASE type(r) " +
        "WHEN 'INSTALLED_ON' THEN t.id + ' installed_applications' WHEN 'CONNECTED_TO' THEN " +
        "CASE WHEN coalesce(r.observer = 'target', false) THEN t.id ELSE s.id END + ' network_connections' END END",
    ),
  },
  software: {
    own: constant("i.lastSeen"),
    key: constant(
      "CASE WHEN coalesce(i.discoveredBy STARTS WITH 'scan:', false) AND i.missingSince IS NULL " +
        "THEN h.id + ' installed_applications' END",
    ),
  },
  /** The later of the two times. */
  value:
    "CASE WHEN coalesce({{lookup}}[{{key}}] > coalesce({{own}}, ''), false) THEN {{lookup}}[{{key}}] ELSE {{own}} END",
  mayHold: "({{key}}) IS NOT NULL",
};

/** Parts of a time `x` in UTC, as `TIME_PARTS` describes them. */
export const PARTS_OF_TIME: Readonly<Record<keyof typeof TIME_PARTS, string>> = {
  hour: "substring({{x}}, 0, 13) + ':00Z'",
  day: "substring({{x}}, 0, 10)",
  week:
    "toString(date(substring({{x}}, 0, 10)).weekYear) + '-W' + " +
    "right('0' + toString(date(substring({{x}}, 0, 10)).week), 2)",
  month: "substring({{x}}, 0, 7)",
};

/** What a field with a comparable form is compared by, where that is not its value. */
export const COMPARABLE: Readonly<Record<string, string>> = {
  "ci.name": "{{v}}.nameKey",
  "software.name": "c.nameKey",
  "relationship.type": "coalesce(r.kind, type(r))",
};

/** Values below free objects; `key` is a parameter, so that the key of a form never stands in a text. */
export const FREE = {
  /** The property that repeats a short scalar, else what the lookup read from the JSON text, by id. */
  value: "coalesce({{v}}[{{key}}], {{lookup}}[{{v}}.id])",
  /** A lookup alone. */
  looked: "{{lookup}}[{{v}}.id]",
  property: "{{v}}[{{key}}]",
  /** The JSON text where the property does not exist and the text may hold the key. */
  text: "CASE WHEN {{v}}[{{key}}] IS NULL AND any(q IN {{quoted}} WHERE {{object}} CONTAINS q) THEN {{object}} END",
  mayHold: "({{v}}[{{key}}] IS NULL AND any(q IN {{quoted}} WHERE {{object}} CONTAINS q))",
  object: { attributes: "{{v}}.attributes", custom_fields: "{{v}}.customFields" },
} as const;

const NUMBER = "IS :: INTEGER NOT NULL | FLOAT NOT NULL";
const TEXT = "IS :: STRING NOT NULL";
const LIST = "IS :: LIST<ANY> NOT NULL";
const ENTRIES = `CASE WHEN {{x}} ${LIST} THEN {{x}} ELSE [{{x}}] END`;

/** Conditions on a value `x`; each is true or false, never null. `p` is a parameter, texts in it are in lower case. */
export const CONDITIONS = {
  exists: "({{x}}) IS NOT NULL",
  missing: "({{x}}) IS NULL",
  existsObject: "coalesce({{x}} <> '{}', false)",
  missingObject: "NOT coalesce({{x}} <> '{}', false)",
  /** Of one type: ids, numbers, times, comparable forms. */
  exactly: "coalesce(({{x}}) IN {{p}}, false)",
  text: "coalesce(toLower({{x}}) IN {{p}}, false)",
  /** Of any type but a list. */
  scalar: `coalesce(CASE WHEN {{x}} ${TEXT} THEN toLower({{x}}) IN {{p}} ELSE {{x}} IN {{p}} END, false)`,
  /** Of a text, or of a number, and of what may be something else but no list. */
  orderScalarNumber: (sign: Sign) => `coalesce({{x}} ${sign} {{p}}, false)`,
  orderScalarText: (sign: Sign) => `coalesce(CASE WHEN {{x}} ${TEXT} THEN toLower({{x}}) ${sign} {{p}} END, false)`,
  orderOfText: (sign: Sign) => `coalesce(toLower({{x}}) ${sign} {{p}}, false)`,
  containsScalar: `coalesce(CASE WHEN {{x}} ${TEXT} THEN toLower({{x}}) CONTAINS {{p}} END, false)`,
  startsWithScalar: `coalesce(CASE WHEN {{x}} ${TEXT} THEN toLower({{x}}) STARTS WITH {{p}} END, false)`,
  containsOfText: "coalesce(toLower({{x}}) CONTAINS {{p}}, false)",
  startsWithOfText: "coalesce(toLower({{x}}) STARTS WITH {{p}}, false)",
  /** Of any type: of a list, one entry. */
  any: `coalesce(any(e IN ${ENTRIES} WHERE CASE WHEN e ${TEXT} THEN toLower(e) IN {{p}} ELSE e IN {{p}} END), false)`,
  not: "NOT {{condition}}",
  orderNumber: (sign: Sign) =>
    `coalesce(any(e IN ${ENTRIES} WHERE CASE WHEN e ${NUMBER} THEN e ${sign} {{p}} ELSE false END), false)`,
  orderText: (sign: Sign) =>
    `coalesce(any(e IN ${ENTRIES} WHERE CASE WHEN e ${TEXT} THEN toLower(e) ${sign} {{p}} ELSE false END), false)`,
  contains: `coalesce(any(e IN ${ENTRIES} WHERE CASE WHEN e ${TEXT} THEN toLower(e) CONTAINS {{p}} ELSE false END), false)`,
  startsWith: `coalesce(any(e IN ${ENTRIES} WHERE CASE WHEN e ${TEXT} THEN toLower(e) STARTS WITH {{p}} ELSE false END), false)`,
  from: "coalesce({{x}} >= {{p}}, false)",
  to: "coalesce({{x}} < {{p}}, false)",
  inMap: "{{map}}[{{v}}.id] IS NOT NULL",
  notInMap: "{{map}}[{{v}}.id] IS NULL",
  notByModel: constant("r.aiFound IS NULL"),
  bracketed: "({{condition}})",
} as const;
export type Sign = "<" | "<=" | ">" | ">=";

/** Figures over a column `x` of values. */
export const FIGURES = {
  rows: constant("count(*)"),
  count: "count({{x}})",
  count_distinct: "count(DISTINCT {{x}})",
  sum: `CASE WHEN count(CASE WHEN {{x}} ${NUMBER} THEN 1 END) > 0 THEN sum(CASE WHEN {{x}} ${NUMBER} THEN {{x}} END) END`,
  avg: `avg(CASE WHEN {{x}} ${NUMBER} THEN {{x}} END)`,
  /** Of numbers, and only where there is none, of texts. */
  min: `coalesce(min(CASE WHEN {{x}} ${NUMBER} THEN {{x}} END), min(CASE WHEN {{x}} ${TEXT} THEN {{x}} END))`,
  max: `coalesce(max(CASE WHEN {{x}} ${NUMBER} THEN {{x}} END), max(CASE WHEN {{x}} ${TEXT} THEN {{x}} END))`,
  p50: `percentileCont(CASE WHEN {{x}} ${NUMBER} THEN {{x}} END, 0.5)`,
  p95: `percentileCont(CASE WHEN {{x}} ${NUMBER} THEN {{x}} END, 0.95)`,
} as const;

/** Clauses of a statement. */
export const CLAUSES = {
  where: "WITH {{carried}}\nWHERE {{conditions}}",
  carry: "WITH {{carried}}",
  limited: "WITH {{carried}}, {{sorts}}\nORDER BY {{order}}\nLIMIT $limit",
  limitedById: "WITH {{carried}}\nORDER BY c.tenant {{direction}}, c.id {{direction}}\nLIMIT $limit",
  answer: "RETURN {{columns}}",
  group: "WITH {{columns}}",
  /** A record with a list is in the group of each of its entries, once. */
  eachEntry:
    `UNWIND CASE WHEN {{x}} ${LIST} AND size({{x}}) > 0 THEN COLLECT { UNWIND {{x}} AS e RETURN DISTINCT e } ` +
    `WHEN {{x}} ${LIST} THEN [null] ELSE [{{x}}] END AS {{name}}`,
  values: "WITH {{columns}}",
  /** What a figure of a field that may hold lists is made of, and the figure: of a list each entry counts. */
  gathered: "collect({{x}})",
  figureOfEntries:
    `CALL ({{x}}) {\n  UNWIND {{x}} AS v\n  UNWIND CASE WHEN v ${LIST} THEN v ELSE [v] END AS e\n` +
    "  RETURN {{figure}} AS {{name}}\n}",
  limitedGroups: "WITH {{columns}}\nORDER BY {{order}}\nLIMIT $limit",
  total: constant("RETURN count(*) AS total"),
  lookup: "RETURN DISTINCT {{v}}.id AS id, {{object}} AS text",
  ids: "RETURN DISTINCT {{v}}.id AS id",
  keys: "RETURN DISTINCT {{key}} AS id",
  sortedIds: "WITH DISTINCT c.id AS id ORDER BY id\nRETURN id",
  as: "{{value}} AS {{name}}",
  /** Numbers and texts in one order: texts without case. Missing values last, whichever way. */
  sortKey: `CASE WHEN {{x}} ${TEXT} THEN toLower({{x}}) ELSE {{x}} END`,
  sortText: "toLower({{x}})",
  sortMissing: "{{x}} IS NULL",
  sortBy: "{{x}} {{direction}}",
  null: constant("null"),
  entry: constant("e"),
} as const;
export const DIRECTIONS = { asc: constant("ASC"), desc: constant("DESC") };

/** The id of a record, which breaks ties. */
export const TIES = {
  ci: constant("c.id"),
  service: constant("c.id"),
  software: constant("c.id, h.id"),
  relationship: constant("r.id"),
};
