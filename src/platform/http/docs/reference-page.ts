import { type ErrorCode, STATUS_OF } from "../../../errors.ts";
import type { Variant } from "../variant.ts";
import { html } from "./html.ts";

/**
 * The page of the API reference: a choice of documents, and the element in which `browser/reference.js` renders Swagger
 * UI. Without JavaScript it is a list of links, including the anchors `#CODE` of an error's `documentation_url`. Links
 * are relative to `/docs`, so that a proxy may serve Orrery below a path.
 */
export function referencePage(variants: readonly Pick<Variant, "base" | "title">[]): string {
  const documents = variants.map(({ base, title }) => ({ href: `${base.slice(1)}/openapi.json`, title, base }));
  const options = documents.map(
    ({ href, base, title }) => `<option value="${html(href)}">${html(base)}: ${html(title)}</option>`,
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery: API reference</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/swagger-ui.css"><link rel="stylesheet" href="docs/assets/reference.css">
<script src="docs/assets/reference.js" defer></script><script src="docs/assets/swagger-ui-bundle.js" defer></script>
</head><body>
<header><h1>Orrery API reference</h1><nav><a href="docs/guide">Guide</a> <a href="docs/guide#errors">Errors</a></nav>
<form id="documents" hidden><label for="document">Document</label> <select id="document">${options.join("")}</select>
<a id="json" href="${html(documents[0]?.href ?? "")}">JSON</a></form></header>
<main id="reference"><noscript>
<p>The reference with its console needs JavaScript. These pages do not:</p>
<ul><li><a href="docs/guide">Guide, with every error and every operation</a></li>
${documents.map(({ href, title }) => `<li><a href="${html(href)}">OpenAPI document: ${html(title)}</a></li>`).join("")}</ul>
<h2>Errors</h2><ul>${errorLinks()}</ul>
</noscript></main></body></html>
`;
}

function errorLinks(): string {
  const codes = Object.keys(STATUS_OF) as ErrorCode[];
  return codes.map((code) => `<li id="${code}"><a href="docs/guide#${code}">${code}</a></li>`).join("");
}
