import type { RequestContext } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { QueryVerbs } from "../query/index.ts";
import { type ChangeToolDeps, changeTools } from "./change-tools.ts";
import { type CiToolDeps, ciTools } from "./ci-tools.ts";
import { createFindCi, type FindCi } from "./find-ci.ts";
import { type InventoryToolDeps, inventoryTools } from "./inventory-tools.ts";
import { type OperationsToolDeps, operationsTools } from "./operations-tools.ts";
import { queryTools } from "./query-tools.ts";
import { createReadForm, type ReadForm } from "./read-form.ts";
import { mayCall, type Tool } from "./tool.ts";
import type { ToolAnswer } from "./tool-answer.ts";

export type { FindCi, FoundCi } from "./find-ci.ts";
export type { ReadForm } from "./read-form.ts";
export type { Tool } from "./tool.ts";
export type { ToolAnswer, ToolRow } from "./tool-answer.ts";

type Own = "findCi" | "readForm";
export interface ToolsDeps
  extends Omit<CiToolDeps, Own>,
    Omit<OperationsToolDeps, Own>,
    Omit<InventoryToolDeps, Own>,
    Omit<ChangeToolDeps, Own> {
  query: QueryVerbs;
}

export interface Tools {
  /** The tools that a caller's scopes allow. */
  offered(ctx: Pick<RequestContext, "scopes">): readonly Tool[];
  /** Throws 404 for an unknown tool, 403 for one that the caller's scopes do not allow. */
  call(ctx: RequestContext, name: string, args: unknown): Promise<ToolAnswer>;
  findCi: FindCi;
  readForm: ReadForm;
}

/** The product's read-only verbs as tools of assistants (MCP) and agents: one list, one way of cutting answers to size. */
export function createTools(deps: ToolsDeps): Tools {
  const readForm = createReadForm(deps.query);
  const findCi = createFindCi(readForm);
  const own = { ...deps, findCi, readForm };
  const all = [
    ...ciTools(own),
    ...operationsTools(own),
    ...changeTools(own),
    ...inventoryTools(own),
    ...queryTools(readForm),
  ];
  return {
    offered: (ctx) => all.filter((tool) => mayCall(tool, ctx)),
    async call(ctx, name, args) {
      const tool = all.find((each) => each.name === name);
      if (!tool) throw notFound("tool", "name");
      return tool.call(ctx, args);
    },
    findCi,
    readForm,
  };
}
