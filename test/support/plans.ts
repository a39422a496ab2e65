import type { Plan } from "neo4j-driver";

/** All operators of a plan, the last step first. */
export function operators(plan: Plan): Plan[] {
  return [plan, ...plan.children.flatMap(operators)];
}

/** Without the database that the server adds to it. */
export function nameOf({ operatorType }: Plan): string {
  return operatorType.replace(/@.*$/, "");
}
