import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { QueryForm } from "../query/index.ts";
import type { ToolAnswer, Tools } from "../tools/index.ts";
import type { ToolUse } from "./agent.model.ts";

/** Uses of tools in one answer; a refused one counts too. */
const MAX_TOOL_USES = 8;

/** The tools of one answer: bounded, and each use noted. */
export interface UseTools {
  uses: ToolUse[];
  /** Throws as the tool does; 400 when the answer has used its number of tools. */
  use(name: string, args: object): Promise<ToolAnswer>;
  /** A form of our own making, under the scopes of its data; noted as the tool `query`. */
  query(form: QueryForm): Promise<ToolAnswer>;
}

export function createUseTools(tools: Tools, ctx: RequestContext): UseTools {
  const uses: ToolUse[] = [];
  const noted = async (name: string, args: object, call: () => Promise<ToolAnswer>): Promise<ToolAnswer> => {
    if (uses.length >= MAX_TOOL_USES) {
      throw new AppError(
        "VALIDATION_ERROR",
        `An answer uses at most ${MAX_TOOL_USES} tools; answer from what is known`,
      );
    }
    const use: ToolUse = { name, arguments: args, rows: null };
    uses.push(use);
    const answer = await call();
    use.rows = answer.rows.length;
    return answer;
  };
  return {
    uses,
    use: (name, args) => noted(name, args, () => tools.call(ctx, name, args)),
    query: (form) =>
      noted("query", { form }, async () => {
        const { rows, total, truncated } = await tools.readForm(ctx, form);
        return { rows, total, truncated };
      }),
  };
}
