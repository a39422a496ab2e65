import { isObject } from "../../../model/json.ts";
/** One object of the script's output; its methods check the types of its members. */
export class Row {
  readonly #members: Readonly<Record<string, unknown>>;

  constructor(members: Readonly<Record<string, unknown>>) {
    this.#members = members;
  }

  /** A text that is not blank. */
  text(name: string): string | undefined {
    const value = this.#members[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  }

  /** A number, also if written as text, like 64-bit numbers. */
  number(name: string): number | undefined {
    const value = this.#members[name];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.#members[name];
    return typeof value === "boolean" ? value : undefined;
  }

  /** The texts of a list; a list of one may be written as the text itself. */
  texts(name: string): string[] {
    const value = this.#members[name];
    return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  }
}

/** The script's rows by part. A part that failed or is missing has no rows. */
export interface Answers {
  rows(part: string): Row[] | undefined;
  /** The first row of a part with only one; an empty row if the part is missing. */
  first(part: string): Row;
  /** The parts that failed, with the messages. */
  errors: readonly { part: string; message: string }[];
}

/** Parses the script's lines. Skips lines that are no JSON object, e.g. truncated ones. */
export function parseAnswers(stdout: string): Answers {
  const parts = new Map<string, Row[]>();
  const errors: { part: string; message: string }[] = [];
  for (const line of stdout.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const answer = parseObject(line);
    if (typeof answer?.part !== "string") continue;
    if (answer.rows === undefined) errors.push({ part: answer.part, message: String(answer.error ?? "no answer") });
    else
      parts.set(
        answer.part,
        [answer.rows]
          .flat()
          .filter(isObject)
          .map((row) => new Row(row)),
      );
  }
  return { rows: (part) => parts.get(part), first: (part) => parts.get(part)?.[0] ?? new Row({}), errors };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
