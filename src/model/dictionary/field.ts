/**
 * Entries of the dictionary of fields: meaning, and an example where the type alone makes no good one. Names are in snake
 * case; where a name means different things, the schema or the member above it goes before: `Webhook.events`,
 * `software.name`, `SoftwareMapping.software.name`; `query` and `path` for parameters.
 */
export type Fields = Readonly<Record<string, readonly [meaning: string, example?: unknown]>>;
