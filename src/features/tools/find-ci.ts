import type { RequestContext } from "../../context.ts";
import { invalidField, notFound } from "../../errors.ts";
import { isId } from "../../platform/ids.ts";
import type { QueryForm } from "../query/index.ts";
import { type ReadForm, rowsOf } from "./read-form.ts";

export interface FoundCi {
  id: string;
  name: string;
  type: string;
}

const MOST_NAMED = 5;

/** The CI that an id or an exact name means. Throws 404, and 400 naming the ids where several have the name. */
export type FindCi = (ctx: RequestContext, idOrName: string, field?: string) => Promise<FoundCi>;

export function createFindCi(readForm: ReadForm): FindCi {
  const find = async (ctx: RequestContext, field: string, value: string) => {
    const form: QueryForm = {
      entity: "ci",
      filters: [{ field, op: "eq", value }],
      fields: ["id", "name", "type"],
      limit: MOST_NAMED,
    };
    return rowsOf<FoundCi>(await readForm(ctx, form));
  };
  return async (ctx, idOrName, field = "ci") => {
    const [byId] = isId(idOrName) ? await find(ctx, "id", idOrName) : [];
    if (byId) return byId;
    const named = await find(ctx, "name", idOrName);
    const [first] = named;
    if (!first) throw notFound("CI", field);
    if (named.length === 1) return first;
    const ids = named.map(({ id, type }) => `${id} (${type})`).join(", ");
    throw invalidField(field, `is the name of several CIs; give the id: ${ids}`);
  };
}
