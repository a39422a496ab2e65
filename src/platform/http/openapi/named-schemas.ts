import {
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  refName,
  rootSchemas,
  schemaRef,
  visit,
} from "./document.model.ts";

const JSON_TYPE = "application/json";

/**
 * Gives the bodies and answers of operations names of their own where their schema has none, so that clients generated
 * from the document have a type for each: `CreateUserBody`, `GetServiceDependenciesResult`.
 */
export function nameSchemas(document: OpenApiDocument): void {
  for (const operation of operationsOf(document)) {
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      if (media.schema && isWorthAName(media.schema)) {
        media.schema = named(document, nameOf(operation, type === JSON_TYPE ? "Body" : "Form"), media.schema);
      }
    }
    for (const { suffix, holder, key } of resultPlaces(operation)) {
      const schema = holder[key];
      if (schema && isWorthAName(schema)) holder[key] = named(document, nameOf(operation, suffix), schema);
    }
  }
}

function nameOf({ operationId }: Operation, suffix: string): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1) + suffix;
}

/** Objects of one or two texts are short enough inline: `{ message: string }`. */
function isWorthAName({ type, properties, allOf }: JsonSchema): boolean {
  return allOf !== undefined || (type === "object" && Object.keys(properties ?? {}).length > 2);
}

/** A reference to the schema under the name, or under that of an equal one of another operation. */
function named(document: OpenApiDocument, name: string, schema: JsonSchema): JsonSchema {
  const { schemas } = document.components;
  const text = JSON.stringify(schema);
  const equal = Object.keys(schemas).find((other) => JSON.stringify(schemas[other]) === text);
  if (equal === undefined) schemas[name] = schema;
  return schemaRef(equal ?? name);
}

interface Place {
  suffix: string;
  holder: Record<string, JsonSchema | undefined>;
  key: string;
}

/** The schema that holds an operation's results: the answer, `data` in an envelope, the items of a list. */
function resultPlaces(operation: Operation): Place[] {
  const succeeding = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  return succeeding.flatMap(([status, answer]): Place[] => {
    const media = answer.content?.[JSON_TYPE];
    const { data, success } = media?.schema?.properties ?? {};
    const suffix = succeeding.length > 1 ? `Result${status}` : "Result";
    if (data?.items) return [{ suffix: "Item", holder: data as Place["holder"], key: "items" }];
    if (data && success) return [{ suffix, holder: media!.schema!.properties!, key: "data" }];
    return media ? [{ suffix, holder: media as Place["holder"], key: "schema" }] : [];
  });
}

/**
 * Gives lists with `?fields=` items of their own, of which only the id is required: `ListedEvent`. The parameter names
 * their fields. Requires that items have names.
 */
export function loosenListedItems(document: OpenApiDocument): void {
  const { schemas } = document.components;
  for (const operation of operationsOf(document)) {
    const parameter = operation.parameters?.find(({ name }) => name === "fields");
    if (!parameter) continue;
    const data = operation.responses[200]?.content?.[JSON_TYPE]?.schema?.properties?.data;
    const name = data?.items && refName(data.items);
    if (!data || !name) continue;
    const listed = name.startsWith("Listed") ? name : `Listed${name}`;
    schemas[listed] = withIdAlone(schemas[name]!);
    data.items = schemaRef(listed);
    const fields = Object.keys(schemas[listed].properties ?? {});
    if (parameter.schema && fields.length > 0) {
      parameter.schema = { ...parameter.schema, items: { type: "string", enum: [...new Set([...fields, "id"])] } };
    }
  }
}

function withIdAlone(schema: JsonSchema): JsonSchema {
  const ids = ["id", "_id"].filter((key) => schema.properties?.[key]);
  const { required: _, description, ...rest } = schema;
  const meaning = `${description ?? "An entry of the list"}. With \`fields\` only those and the id.`;
  return { ...structuredClone(rest), description: meaning, ...(ids.length > 0 && { required: ids }) };
}

/** Removes schemas to which nothing refers. */
export function removeUnused(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const used = new Set<string>();
  const follow = (root: JsonSchema) =>
    visit(root, (schema) => {
      const name = refName(schema);
      if (name === undefined || used.has(name)) return;
      used.add(name);
      if (schemas[name]) follow(schemas[name]);
    });
  const named = new Set(Object.values(schemas));
  for (const root of rootSchemas(document)) if (!named.has(root)) follow(root);
  for (const { content } of Object.values(document.components.responses)) {
    for (const { schema } of Object.values(content ?? {})) if (schema) follow(schema);
  }
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}
