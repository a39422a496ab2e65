import { type OpenApiDocument, operationsOf, type Parameter, rootSchemas, visit } from "./document.model.ts";

/**
 * Writes patterns as JSON Schema has them: the source of the expression alone. The generator leaves the closing delimiter
 * and the flags of expressions that have flags. Classes of characters that only the flag `u` brings become ranges, since
 * many clients compile patterns without flags; lone surrogates, which no JSON may hold, are left out.
 */
export function correctPatterns(document: OpenApiDocument): void {
  for (const root of rootSchemas(document)) {
    visit(root, (schema) => {
      if (schema.pattern !== undefined) schema.pattern = portable(schema.pattern);
    });
  }
}

function portable(pattern: string): string {
  const source = pattern.replace(/(?<!\\)\/[a-z]+$/, "");
  return source.replaceAll("\\p{Cc}", "\\x00-\\x1f\\x7f-\\x9f").replaceAll("\\p{Cs}", "");
}

/** Writes examples as JSON Schema has them, in a list. */
export function correctExamples(document: OpenApiDocument): void {
  for (const root of rootSchemas(document)) {
    visit(root, (schema) => {
      if (schema.example === undefined) return;
      schema.examples = [schema.example];
      delete schema.example;
    });
  }
}

/** Removes the copy of a parameter's description that the generator puts into its schema. */
export function dropRepeatedDescriptions(document: OpenApiDocument): void {
  for (const { parameters } of operationsOf(document)) {
    for (const { schema, description } of parameters ?? []) {
      if (schema && schema.description === description) delete schema.description;
    }
  }
}

/** Gives parameters that several operations have a name, and refers to them. */
export function shareParameters(document: OpenApiDocument): void {
  const uses = new Map<string, number>();
  const all = operationsOf(document).flatMap(({ parameters }) => parameters ?? []);
  for (const parameter of all) {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared = new Map<string, string>();
  const taken: Record<string, Parameter> = {};
  for (const [text, count] of [...uses].sort((a, b) => b[1] - a[1])) {
    const parameter = JSON.parse(text) as Parameter;
    const name = componentName(parameter);
    if (count < 3 || taken[name]) continue;
    taken[name] = parameter;
    shared.set(text, name);
  }
  document.components.parameters = taken;
  for (const operation of operationsOf(document)) {
    operation.parameters &&= operation.parameters.map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
}

/** `Idempotency-Key` -> `IdempotencyKey`, `updated_since` -> `UpdatedSince`. */
function componentName({ name = "" }: Parameter): string {
  return name.replaceAll(/(?:^|[-_])([a-z])/gi, (_, letter: string) => letter.toUpperCase());
}
