import type { z } from "zod";

/** Members whose keys the caller chooses; they are never renamed. */
export const FREE_MEMBERS: ReadonlySet<string> = new Set([
  "attributes",
  "custom_fields",
  "customFields",
  "metrics",
  "context",
  "headers",
]);

/** `created_at` -> `createdAt`. A leading underscore stays: `_id`. */
export function camelCase(name: string): string {
  return name.includes("_") ? name.replace(/(?<=[a-z0-9])_([a-z0-9])/gi, (_, c: string) => c.toUpperCase()) : name;
}

/** Names of the members of an object's schema, of any branch of a union; undefined if it takes further ones. */
export function namesOf(schema: z.ZodType): readonly string[] | undefined {
  const def = (schema as unknown as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "object":
      return def.catchall === undefined || def.catchall._zod.def.type === "never" ? Object.keys(def.shape) : undefined;
    case "union": {
      const branches = def.options.map((option) => namesOf(option as z.ZodType));
      return branches.includes(undefined) ? undefined : branches.flatMap((names) => names ?? []);
    }
    case "pipe":
      return namesOf(def.out as z.ZodType);
    default:
      return undefined;
  }
}

/** `createdAt` -> `created_at`. */
export function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])([A-Z])/g, (c) => `_${c.toLowerCase()}`);
}

/**
 * A snake_case resource as variant A shows it: camelCase names at every depth and `_id` for `id`, the content of
 * attributes, custom fields, metrics, contexts and headers untouched.
 */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key];
    shown[key === "id" ? "_id" : camelCase(key)] = FREE_MEMBERS.has(key) ? inner : camelKeys(inner);
  }
  return shown;
}

export type Respell = (value: unknown) => unknown;

/**
 * A function that accepts both spellings of an input: it renames every declared field to its declared spelling, at any
 * depth, and leaves free members and unknown fields unchanged. If both spellings are present the undeclared one stays and
 * is refused as unknown. Undefined if the schema has no name to respell.
 */
export function respellerOf(schema: z.ZodType): Respell | undefined {
  return compile(schema as z.core.$ZodType, new Set());
}

function compile(schema: z.core.$ZodType, above: ReadonlySet<z.core.$ZodType>): Respell | undefined {
  if (above.has(schema)) return undefined;
  const within = new Set(above).add(schema);
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "object":
      return objectRespeller(def.shape, within);
    case "array": {
      const element = compile(def.element, within);
      return element && ((value) => (Array.isArray(value) ? value.map(element) : value));
    }
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return compile(def.innerType, within);
    case "pipe":
      return compile(def.in, within) ?? compile(def.out, within);
    case "union":
      return chain(def.options.map((option) => compile(option, within)));
    default:
      return undefined;
  }
}

function objectRespeller(shape: z.core.$ZodShape, within: ReadonlySet<z.core.$ZodType>): Respell | undefined {
  const renamed = new Map<string, string>();
  const inner = new Map<string, Respell>();
  for (const [name, schema] of Object.entries(shape)) {
    for (const other of [camelCase(name), snakeCase(name)]) if (!Object.hasOwn(shape, other)) renamed.set(other, name);
    const respell = compile(schema, within);
    if (respell && !FREE_MEMBERS.has(name)) inner.set(name, respell);
  }
  if (renamed.size === 0 && inner.size === 0) return undefined;
  return (value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    const respelled: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const declared = renamed.get(key);
      const name = declared !== undefined && !Object.hasOwn(value, declared) ? declared : key;
      const content = (value as Record<string, unknown>)[key];
      const respell = inner.get(name);
      respelled[name] = respell ? respell(content) : content;
    }
    return respelled;
  };
}

function chain(steps: (Respell | undefined)[]): Respell | undefined {
  const present = steps.filter((step) => step !== undefined);
  return present.length === 0 ? undefined : (value) => present.reduce((result, step) => step(result), value);
}

/**
 * A dotted path in the spelling of the caller's body or query. A field that it did not send is spelled like those beside
 * it, or above it; in camelCase if these do not show it. Names below a free member are already the caller's.
 */
export function callersSpelling(field: string, body: unknown, query: Readonly<Record<string, unknown>>): string {
  const names = field.split(".");
  const inQuery = names[0] === "query" && names.length > 1;
  let value: unknown = inQuery ? query : body;
  let spellMissing = camelCase;
  const spelled: string[] = inQuery ? ["query"] : [];
  for (let i = inQuery ? 1 : 0; i < names.length; i++) {
    const name = names[i]!;
    const held: object = value !== null && typeof value === "object" ? value : {};
    // Filters by fields of one's own have a dot in their name.
    const rest = names.slice(i).join(".");
    if (Object.hasOwn(held, rest)) return [...spelled, rest].join(".");
    spellMissing = spellingOf(Object.keys(held)) ?? spellMissing;
    const own = [name, camelCase(name), snakeCase(name)].find((candidate) => Object.hasOwn(held, candidate));
    spelled.push(own ?? spellMissing(name));
    value = own === undefined ? undefined : (held as Record<string, unknown>)[own];
    if (FREE_MEMBERS.has(name)) return [...spelled, ...names.slice(i + 1)].join(".");
  }
  return spelled.join(".");
}

/** The spelling that names have in common; undefined if they show none or both. */
function spellingOf(names: readonly string[]): ((name: string) => string) | undefined {
  const snake = names.some((name) => camelCase(name) !== name);
  const camel = names.some((name) => snakeCase(name) !== name);
  if (snake === camel) return undefined;
  return snake ? snakeCase : camelCase;
}
