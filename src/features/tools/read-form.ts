import { type RequestContext, withScopes } from "../../context.ts";
import type { QueryAnswer, QueryForm, QueryVerbs } from "../query/index.ts";

/** Runs a form of our own under the scopes of its data. */
export type ReadForm = (ctx: RequestContext, form: QueryForm) => Promise<QueryAnswer>;

/**
 * A tool's own form asks for no more than the routes of its records do, so it needs their scopes and not `reports.read`,
 * which stands for forms of the caller's own.
 */
export function createReadForm({ runQuery }: Pick<QueryVerbs, "runQuery">): ReadForm {
  return (ctx, form) => runQuery(withScopes(ctx, "reports.read"), form);
}

export function rowsOf<T>({ rows }: QueryAnswer): T[] {
  return rows as T[];
}
