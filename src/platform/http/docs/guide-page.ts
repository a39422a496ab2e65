import { type ErrorCode, STATUS_OF } from "../../../errors.ts";
import { type JsonSchema, type OpenApiDocument, type Operation, refName } from "../openapi/document.model.ts";
import type { Variant } from "../variant.ts";
import { ERROR_MEANINGS, GUIDE, GUIDE_STYLE } from "./guide-text.ts";
import { html } from "./html.ts";

export interface Documented {
  variant: Variant;
  document: OpenApiDocument;
}

/**
 * The guide as one page of HTML: how the API behaves, every error code (`#CODE`) and every operation of both documents.
 * It needs no script and loads nothing. Its links are relative to `/docs/guide`.
 */
export function guidePage(documents: readonly Documented[]): string {
  const links = documents.map(
    ({ variant }) => `<a href="#variant-${variant.name}">Variant ${variant.name.toUpperCase()}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery: guide to the API</title><style>${GUIDE_STYLE}</style></head><body>
<header><h1>Orrery</h1><p>Configuration management database on a graph.</p>
<nav><a href="../docs">API reference</a> <a href="#guide">Guide</a> <a href="#errors">Errors</a> ${links.join(" ")}</nav></header>
<main><section id="guide">${GUIDE}</section>${errorSection()}${documents.map(variantSection).join("")}</main>
</body></html>
`;
}

function errorSection(): string {
  const rows = (Object.keys(STATUS_OF) as ErrorCode[]).map(
    (code) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${STATUS_OF[code]}</td><td>${ERROR_MEANINGS[code]}</td></tr>`,
  );
  return `<section id="errors"><h2>Errors</h2><table><thead><tr><th>Code</th><th>Status</th><th>Meaning and remedy</th></tr></thead><tbody>${rows.join("")}</tbody></table></section>`;
}

function variantSection({ variant, document }: Documented): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      const entry = operationEntry(variant, method.toUpperCase(), path, operation, document);
      byTag.set(tag, [...(byTag.get(tag) ?? []), entry]);
    }
  }
  const groups = [...byTag].map(([tag, entries]) => `<h3>${html(tag)}</h3>${entries.join("")}`);
  return `<section id="variant-${variant.name}"><h2>Variant ${variant.name.toUpperCase()}: <code>${html(variant.base)}</code></h2>
<p>As a document for machines: <a href="..${html(variant.base)}/openapi.json">${html(variant.base)}/openapi.json</a></p>${groups.join("")}</section>`;
}

function operationEntry(
  variant: Variant,
  method: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
): string {
  const scope = operation["x-required-scope"];
  const needs = scope
    ? [scope]
        .flat()
        .map((name) => `<code>${html(String(name))}</code>`)
        .join(" or ")
    : "";
  const facts = [
    needs && `needs ${needs}`,
    operation["x-user-token-only"] ? "needs a user's own token" : "",
    `counts as ${html(String(operation["x-rate-class"]))}`,
    operation.deprecated ? "<strong>deprecated</strong>" : "",
  ].filter(Boolean);
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, response]) => `<li><code>${status}</code> ${html(response.description ?? "")}</li>`);
  return `<details id="${variant.name}-${html(operation.operationId)}"><summary><b class="${method.toLowerCase()}">${method}</b> <code>${html(path)}</code> ${html(operation.summary ?? "")}</summary>
<p>${facts.join("; ")}</p>${operation.description ? `<p>${html(operation.description)}</p>` : ""}${fieldTable(fieldsOf(operation, document.components))}<ul>${answers.join("")}</ul></details>`;
}

interface Field {
  place: string;
  name: string;
  type: string;
  required: boolean;
  description: string;
}

function fieldsOf(operation: Operation, { schemas, parameters: shared }: OpenApiDocument["components"]): Field[] {
  const parameters = (operation.parameters ?? [])
    .map((parameter) => (parameter.$ref === undefined ? parameter : shared[parameter.$ref.split("/").at(-1)!]!))
    .map(({ in: place = "", name = "", schema, required = false, description = "" }) => ({
      place,
      name,
      type: typeOf(schema),
      required,
      description,
    }));
  const content = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const named = content && refName(content);
  const body = named === undefined ? content : schemas[named];
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    place: "body",
    name,
    type: typeOf(schema),
    required: body?.required?.includes(name) ?? false,
    description: schema.description ?? "",
  }));
  return [...parameters, ...fields];
}

function typeOf(schema: JsonSchema | undefined): string {
  if (!schema) return "any";
  const named = refName(schema);
  if (named !== undefined) return named;
  if (schema.enum) return schema.enum.map(String).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeOf).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  return schema.type === undefined ? "any" : [schema.type].flat().join(" | ");
}

function fieldTable(fields: readonly Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ place, name, type, required, description }) =>
      `<tr><td>${html(place)}</td><td><code>${html(name)}</code>${required ? "" : " (optional)"}</td><td>${html(type)}</td><td>${html(description)}</td></tr>`,
  );
  return `<table><thead><tr><th>In</th><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}
