import { type Budget, ModelFault, type Spent } from "./model.ts";
import type { Wire } from "./model-fetch.ts";
import { bill, type Price } from "./model-service.ts";

/** Characters of a token, for what a service does not tell: few enough to count too many tokens rather than too few. */
const CHARACTERS_A_TOKEN = 3;

/** Keeps what an agent has used, and what it may still use. */
export function createModelBudget(budget: Budget, price: Price | undefined) {
  const spent: Spent = { calls: 0, promptTokens: 0, completionTokens: 0, cost: price ? 0 : null };

  /** Tokens that the answer may have. Throws ModelFault `budget` if there are none. */
  const allow = (promptLength: number): number => {
    if (spent.calls >= budget.calls) throw spentFault(`${budget.calls} calls`);
    const prompt = Math.ceil(promptLength / CHARACTERS_A_TOKEN);
    const { tokens = Number.POSITIVE_INFINITY, cost = Number.POSITIVE_INFINITY } = budget;
    const tokensLeft = tokens - spent.promptTokens - spent.completionTokens - prompt;
    if (tokensLeft < 1) throw spentFault(`${tokens} tokens`);
    if (budget.cost === undefined) return tokensLeft;
    if (!price) throw new ModelFault("budget", "A limit of cost needs a configured price of the model");
    const costLeft = cost - (spent.cost ?? 0) - (prompt * price.prompt) / 1_000_000;
    const affordable = price.completion > 0 ? (costLeft * 1_000_000) / price.completion : tokensLeft;
    if (costLeft <= 0 || affordable < 1) throw spentFault(`a cost of ${cost}`);
    return Math.min(tokensLeft, Math.floor(affordable));
  };

  return {
    spent: (): Spent => ({ ...spent }),
    /** Counts a call that begins. Returns the most tokens that its answer may have; throws ModelFault `budget`. */
    begin(promptLength: number): number {
      const most = allow(promptLength);
      spent.calls++;
      return most;
    },
    /** Counts what a call used; estimates what the service does not tell. What it refused is not billed. */
    end(wire: Wire, promptLength: number, answerLength: number): void {
      const isRefused = wire.promptTokens === null && (wire.status ?? 0) >= 400;
      if (wire.requests === 0 || isRefused) return;
      const promptTokens = wire.promptTokens ?? Math.ceil(promptLength / CHARACTERS_A_TOKEN);
      const completionTokens = wire.completionTokens ?? Math.ceil(answerLength / CHARACTERS_A_TOKEN);
      spent.promptTokens += promptTokens;
      spent.completionTokens += completionTokens;
      const { cost } = bill({ ...wire, promptTokens, completionTokens }, price);
      if (cost !== null) spent.cost = (spent.cost ?? 0) + cost;
    },
  };
}

export type ModelBudget = ReturnType<typeof createModelBudget>;

function spentFault(what: string): ModelFault {
  return new ModelFault("budget", `The budget of ${what} is spent`);
}
