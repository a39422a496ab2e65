import type { z } from "zod";
import { ModelFault } from "./model.ts";

const MAX_ANSWER = 200_000;

/** Parses the answer's JSON object with the schema. Throws ModelFault `unreadable`, `invalid` or `too_large`. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): T {
  if (text.length > MAX_ANSWER) throw new ModelFault("too_large", `The answer has more than ${MAX_ANSWER} characters`);
  const found = findJson(text);
  if (found === undefined) throw new ModelFault("unreadable", "The answer holds no JSON object");
  const parsed = schema.safeParse(found);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ModelFault("invalid", `The answer is not of the schema, see ${issue?.path.join(".") || "the whole"}`);
}

/** The text as JSON, else the first object in it: models often put prose or a code fence around answers. */
function findJson(text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const start = text.indexOf("{");
  if (start === -1) return undefined;
  const end = objectEnd(text, start);
  return end === -1 ? undefined : parsed(text.slice(start, end));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Index after the brace that closes the one at `start`, ignoring braces in strings; -1 if none does. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}
