import type { components } from "../../../api/v1";
import { GENERIC_FIELDS, NUMBERS } from "./explained";

type Settings = components["schemas"]["Settings"];
type Changes = components["schemas"]["ChangeSettingsBody"];

/** The settings as the form holds them. A number that is null goes back to its default. */
export interface Draft {
  numbers: Record<string, number | null>;
  holiday_countries: string[];
  api_key_in_query: boolean;
  topics: string[];
  generic: Record<string, string>;
}

const PATHS = NUMBERS.flatMap(({ fields }) => fields.map(({ path }) => path));

export function draftOf(settings: Settings): Draft {
  return {
    numbers: Object.fromEntries(PATHS.map((path) => [path, numberAt(settings, path)])),
    holiday_countries: settings.holiday_countries,
    api_key_in_query: settings.api_key_in_query,
    topics: settings.cloudwatch.topics,
    generic: Object.fromEntries(
      Object.keys(GENERIC_FIELDS).map((name) => [
        name,
        (settings.generic_fields as Record<string, string>)[name] ?? "",
      ]),
    ),
  };
}

/** Only what differs, as the service takes it. */
export function changesOf(before: Draft, draft: Draft): Changes {
  const changes: Record<string, unknown> = {};
  for (const path of PATHS) {
    if (draft.numbers[path] === before.numbers[path]) continue;
    const [name, member] = path.split(".") as [string, string?];
    if (member === undefined) changes[name] = draft.numbers[path];
    else changes[name] = { ...(changes[name] as object | undefined), [member]: draft.numbers[path] };
  }
  const generic = Object.entries(draft.generic)
    .filter(([name, path]) => path.trim() !== before.generic[name])
    .map(([name, path]) => [name, path.trim() || null]);
  if (generic.length > 0) changes.generic_fields = Object.fromEntries(generic);
  if (draft.api_key_in_query !== before.api_key_in_query) changes.api_key_in_query = draft.api_key_in_query;
  if (differ(draft.holiday_countries, before.holiday_countries)) changes.holiday_countries = draft.holiday_countries;
  if (differ(draft.topics, before.topics)) changes.cloudwatch = { topics: draft.topics };
  return changes as Changes;
}

function differ(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

function numberAt(settings: Settings, path: string): number {
  const [name, member] = path.split(".") as [string, string?];
  const value = (settings as Record<string, unknown>)[name];
  return (member === undefined ? value : (value as Record<string, unknown>)[member]) as number;
}
