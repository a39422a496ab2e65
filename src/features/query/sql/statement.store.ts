import { type CheckedField, type CheckedOrder, type CheckedQuery, isFigure } from "../checked-query.ts";
import type { ColumnType } from "../query.model.ts";
import { conditionOf } from "./conditions.ts";
import { eventStore } from "./event.store.ts";
import { figureSql, inputOf } from "./figures.ts";
import { listEntriesStore } from "./list-entries.store.ts";
import type { ResolvedCis } from "./resolve-cis.ts";
import { freeValue, operandOf, type Put, type SqlEntity, statementValues } from "./sql-entity.ts";

/** A statement and its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** What a statement is made of besides the form. */
export interface StatementInput {
  tenantId: string;
  entity: SqlEntity;
  query: CheckedQuery;
  /** What the graph said of the CIs that the form names. */
  cis: ResolvedCis;
}

/** Text of `compose` with the values that it put; `$1` is the tenant. */
function statement(tenantId: string, compose: (put: Put) => string): Statement {
  const { values, put } = statementValues(tenantId);
  return { text: compose(put), values };
}

function whereOf({ entity, query, cis }: StatementInput, put: Put): string {
  const parts = [entity.scope];
  const { time, match } = query;
  if (time) {
    const { sql } = operandOf(entity, time.field);
    if (time.from !== undefined) parts.push(`${sql(put)} >= ${put(time.from)}::timestamptz`);
    if (time.to !== undefined) parts.push(`${sql(put)} < ${put(time.to)}::timestamptz`);
  }
  if (cis.placed) parts.push(namesOneOf(entity, cis.placed, put));
  const filters = query.filters.flatMap((filter) => {
    if (!filter.field.step) return `(${conditionOf(operandOf(entity, filter.field), filter, put)})`;
    const ids = cis.matching.get(filter);
    // Not known yet while the CIs in question are looked for: they are those of the other conditions.
    if (!ids) return [];
    const named = namesOneOf(entity, ids, put);
    return filter.op === "ne" || filter.op === "missing" ? `(${named}) is not true` : named;
  });
  // One of several alternatives says nothing while another is not known.
  const isKnown = match === "all" || filters.length === query.filters.length;
  if (filters.length > 0 && isKnown) parts.push(`(${filters.join(match === "all" ? " and " : " or ")})`);
  return parts.join("\n  and ");
}

function namesOneOf({ name, links }: SqlEntity, ids: readonly string[], put: Put): string {
  if (!links) throw new Error(`${name} names no CIs`);
  return links.namesOneOf(`${put(ids)}::text[]`);
}

/** What the order of a column follows from. */
interface Sortable {
  type?: ColumnType;
  isId?: boolean;
  values?: readonly string[];
  notNull?: true;
}

/** Texts without case, and then by it, so that the order is one. What is missing comes last. */
function orderTerms({ type, notNull, values, isId }: Sortable, sql: string, direction: string): string {
  const last = notNull ? direction : `${direction} nulls last`;
  return type === "text" && !values && !isId ? `lower(${sql}) ${last}, ${sql} ${last}` : `${sql} ${last}`;
}

/** Statements of checked forms. Their texts are composed of constants; whatever comes from a form is a parameter. */
export const statementStore = {
  /** Records with the columns `c0`, `c1` ..., and `ci_ids` where a column shows fields of CIs. */
  records(input: StatementInput, limit: number): Statement {
    const { entity, query, tenantId } = input;
    return statement(tenantId, (put) => {
      const own = query.fields.flatMap((field, i) =>
        field.step ? [] : `${operandOf(entity, field).sql(put)} as c${i}`,
      );
      const ids = query.fields.some(({ step }) => step) && entity.links ? [`${entity.links.ids} as ci_ids`] : [];
      const order = query.order.map(({ by, direction }) => {
        const operand = operandOf(entity, fieldOf(by));
        return orderTerms(operand, operand.sql(put), direction);
      });
      return `select ${[...own, ...ids].join(",\n  ")}
${entity.from}
where ${whereOf(input, put)}
order by ${[...order, `${entity.id} ${query.order.at(-1)?.direction ?? "asc"}`].join(", ")}
limit ${put(limit)}::bigint`;
    });
  },

  /** How many records match, as `total`. */
  count: (input: StatementInput): Statement =>
    statement(
      input.tenantId,
      (put) =>
        countedOf(input, put) ??
        `select count(*) as total
${input.entity.from}
where ${whereOf(input, put)}`,
    ),

  /** Groups, or figures over all: `c0`, `c1` ... for groups, then figures, and `total`, the number of groups. */
  groups(input: StatementInput, limit: number): Statement {
    const { entity, query, cis, tenantId } = input;
    return statement(tenantId, (put) => {
      const sqlOfCi = (field: CheckedField) => `v.v${cis.fields.indexOf(field)}`;
      const groups = query.groups.map((field) => inputOf(entity, field, sqlOfCi, put));
      const inputs = query.figures.map(({ field }) => field && inputOf(entity, field, sqlOfCi, put));
      const flat = [...groups, ...inputs].some((each) => each?.ofLink);
      const keys = groups.map(({ sql, lists }, i) => (lists ? `e${i}.e` : sql));
      const entries = groups.flatMap((group, i) =>
        group.lists ? [`\n  left join lateral (${listEntriesStore.groupEntries(group)}) as e${i} (e) on true`] : [],
      );
      const columns = [
        ...keys.map((sql, i) => `${sql} as g${i}`),
        ...inputs.flatMap((each, i) => (each ? `${listEntriesStore.rawInput(each)} as x${i}` : [])),
      ];
      // A record names each of its CIs once, so a group of CIs has it once.
      const mayRepeat = flat && entity.links?.several === true && !groups.some(({ ofLink, isId }) => ofLink && isId);
      const values = cis.fields.length > 0 ? ciValues(cis, put) : undefined;
      const carried = [...keys.map((_, i) => `g${i}`), ...(mayRepeat ? ["is_first"] : [])];
      const apart = listEntriesStore.takenApart(inputs, carried);
      const rows = { flat: mayRepeat, apart: apart !== undefined };
      const figures = query.figures.map(({ fn }, i) => figureSql(fn, inputs[i], `x${i}`, rows));
      const grouped = keys.map((_, i) => `g${i}`).join(", ");
      const order = orderOfGroups(query, groups);
      const where = whereOf(input, put);
      const selectOf = (more: readonly string[], condition = "") => {
        const all = [...columns, ...more];
        return `  select ${all.length > 0 ? all.join(",\n    ") : "1"}
  ${entity.from}${flat ? `\n  ${entity.links?.join}` : ""}${values ? `\n  ${values.join}` : ""}${entries.join("")}
  where ${where}${condition}`;
      };
      const base = mayRepeat ? countedOnce(entity, keys, selectOf) : selectOf([]);
      return `with ${values ? `${values.cte},\n` : ""}base as (
${base})${apart === undefined ? "" : `,\napart as (\n${apart})`}
select g.*, count(*) over () as total from (
  select ${[...keys.map((_, i) => `g${i} as c${i}`), ...figures.map((sql, i) => `${sql} as c${keys.length + i}`)].join(", ")}
  from ${apart === undefined ? "base" : "apart"}${grouped ? ` group by ${grouped}` : ""}) g
${order ? `order by ${order}\n` : ""}limit ${put(limit)}::bigint`;
    });
  },

  /** Distinct ids of the CIs that the matching records name, as `ci_id`, at most `limit`. */
  namedCis: (input: StatementInput, limit: number): Statement =>
    statement(
      input.tenantId,
      (put) => `select distinct link.ci_id
${input.entity.from}
${input.entity.links?.join}
where ${whereOf(input, put)}
  and link.ci_id is not null
limit ${put(limit)}::bigint`,
    ),

  /** A row for each event with a value for this key of an object, see `freeValue`. */
  withKey: (tenantId: string, object: "metrics" | "context", key: string): Statement =>
    statement(
      tenantId,
      (put) =>
        `select 1 ${eventStore.from} where ${eventStore.scope} and ${freeValue(eventStore.free[object], key, put)} is not null`,
    ),
};

function countedOf({ entity, query, cis }: StatementInput, put: Put): string | undefined {
  const { time, filters } = query;
  if (time || cis.placed || filters.some(({ field }) => field.step)) return undefined;
  return entity.counted?.(query, put);
}

/** Rows of records, of which `is_first` marks one for each group. Those that name one CI, the most, need no sorting. */
function countedOnce(
  { id, links }: SqlEntity,
  keys: readonly string[],
  selectOf: (more: readonly string[], condition: string) => string,
): string {
  const isFirst = `row_number() over (partition by ${[id, ...keys].join(", ")}) = 1 as is_first`;
  return `${selectOf(["true as is_first"], `\n  and cardinality(${links?.ids}) <= 1`)}
  union all
${selectOf([isFirst], `\n  and cardinality(${links?.ids}) > 1`)}`;
}

function fieldOf(by: CheckedOrder["by"]): CheckedField {
  if (isFigure(by)) throw new Error("records have no figures");
  return by;
}

/** Values of the CIs' fields as a table: one row a CI, by the order of `cis.fields`. */
function ciValues({ fields, values }: ResolvedCis, put: Put): { cte: string; join: string } {
  const ids = [...values.keys()];
  const columns = fields.map(({ path }) => ids.map((id) => JSON.stringify(values.get(id)?.[path] ?? null)));
  const names = fields.map((_, i) => `t${i}`);
  const parsed = fields.map((_, i) => `nullif(t${i}::jsonb, 'null'::jsonb) as v${i}`);
  const arrays = [ids, ...columns].map((array) => `${put(array)}::text[]`);
  return {
    cte: `ci_values as materialized (
  select id, ${parsed.join(", ")} from unnest(${arrays.join(", ")}) as texts (id, ${names.join(", ")}))`,
    join: "left join ci_values v on v.id = link.ci_id",
  };
}

/** A tie is broken by the groups. */
function orderOfGroups(
  { groups, figures, order }: CheckedQuery,
  operands: readonly Omit<Sortable, "notNull">[],
): string {
  const term = (index: number, direction: string) => orderTerms(operands[index] ?? {}, `g.c${index}`, direction);
  const asked = order.map(({ by, direction }) =>
    isFigure(by) ? term(groups.length + figures.indexOf(by), direction) : term(groups.indexOf(by), direction),
  );
  return [...asked, ...groups.map((_, i) => term(i, "asc"))].join(", ");
}
