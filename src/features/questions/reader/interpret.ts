import type { QueryForm } from "../../query/index.ts";
import type { Ask } from "./meaning.ts";
import type { NamedCi } from "./vocabulary.model.ts";

/** Something in a question that stands for something in the data. */
export interface InterpretedEntity {
  text: string;
  type: "ci" | "type" | "field" | "service" | "family" | "source";
  ci_id: string | null;
  value: string | null;
}

type FilterValue = NonNullable<NonNullable<QueryForm["filters"]>[number]["value"]>;

/** How a question was understood. */
export interface Interpretation {
  entities: InterpretedEntity[];
  /** ISO 8601. */
  time_range: { from: string | null; to: string | null } | null;
  /** By field: a value, several of which one holds, or by operator. */
  filters: Record<string, FilterValue | Record<string, FilterValue | boolean>>;
}

/** The interpretation of a form, with the words of the question where they are known. */
export function interpret(ask: Ask, form: QueryForm, cis: readonly NamedCi[]): Interpretation {
  const entities: InterpretedEntity[] = cis.map(({ id, name, type }) => ({
    text: name,
    type: type === "business_service" ? "service" : "ci",
    ci_id: id,
    value: name,
  }));
  const type = ask.noun.types.length > 0 ? ask.noun.types.join(", ") : ask.noun.target;
  entities.push({ text: ask.noun.text, type: "type", ci_id: null, value: type });
  return { ...interpretForm(form), entities: [...entities, ...valuesOf(form)] };
}

/** The interpretation that a form alone tells. */
export function interpretForm(form: QueryForm): Interpretation {
  const filters: Interpretation["filters"] = {};
  for (const { field, op, value } of form.filters ?? []) {
    const told = value ?? true;
    const before = filters[field];
    if (before === undefined && (op === "eq" || op === "in") && value !== undefined) filters[field] = value;
    else {
      const operators =
        before !== undefined && isOperators(before) ? before : before === undefined ? {} : { eq: before };
      const again = operators[op];
      filters[field] = { ...operators, [op]: again === undefined ? told : ([again, told].flat() as FilterValue) };
    }
  }
  const { time } = form;
  return {
    entities: valuesOf(form),
    time_range: time ? { from: time.from ?? null, to: time.to ?? null } : null,
    filters,
  };
}

function isOperators(value: Interpretation["filters"][string]): value is Record<string, FilterValue | boolean> {
  return typeof value === "object" && !Array.isArray(value);
}

/** Values of filters that are names of something: sources, families, fields with a value. */
function valuesOf({ filters = [] }: QueryForm): InterpretedEntity[] {
  return filters.flatMap(({ field, value }) => {
    const last = field.split(".").at(-1);
    if (last === "type" || last === "id" || value === undefined) return [];
    const type = field === "source" || field === "family" ? field : "field";
    return [value]
      .flat()
      .filter((each) => typeof each === "string")
      .map((each) => ({ text: each, type, ci_id: null, value: each }) as const);
  });
}
