/** A block of a statement: what stands in it, and the variables that it sees from outside. */
interface Block {
  start: number;
  outer: string;
}

const CLAUSE =
  /\b(OPTIONAL MATCH|(?<!\bON )MATCH|MERGE|(?<!\bON )CREATE|UNWIND|(?<!STARTS )(?<!ENDS )WITH|CALL|RETURN|SET|REMOVE|DETACH DELETE|DELETE|FOREACH|ORDER BY|UNION ALL|UNION|YIELD)\b/g;
const IMPORTING = /\b(COLLECT|COUNT|EXISTS)\s*$/;
const CALL_WITH_LIST = /\bCALL\s*\(([^)]*)\)\s*$/;
const CALL_ALONE = /\bCALL\s*$/;

/**
 * MATCH and MERGE clauses that neither name the tenant nor begin at something that was found before. A body without
 * comments and texts. Scopes are those of the language: a subquery sees what it imports, a branch of a UNION nothing of
 * the branch before.
 */
export function unboundClauses(body: string): string[] {
  const found: string[] = [];
  const marks = [...body.matchAll(CLAUSE)];
  for (const [i, mark] of marks.entries()) {
    const word = mark[1];
    if (word !== "MATCH" && word !== "OPTIONAL MATCH" && word !== "MERGE") continue;
    const end = marks.slice(i + 1).find((next) => !within(body, mark.index, next.index))?.index ?? body.length;
    const clause = cutAtBlockEnd(body.slice(mark.index, end)).trim();
    if (/\btenantId\b/.test(clause)) continue;
    const before = visibleBefore(body, mark.index);
    const variables = [...clause.matchAll(/[([]\s*(\w+)\s*[:){\]]/g)].map(([, name]) => name ?? "");
    if (!variables.some((name) => new RegExp(`\\b${name}\\b`).test(before))) found.push(clause.replace(/\s+/g, " "));
  }
  return found;
}

/** Whether a clause's word stands inside a subquery of the clause that began before it. */
function within(body: string, from: number, to: number): boolean {
  let depth = 0;
  for (let i = from; i < to; i++) {
    if (body[i] === "{") depth++;
    else if (body[i] === "}") depth--;
    if (depth < 0) return false;
  }
  return depth > 0;
}

function cutAtBlockEnd(clause: string): string {
  let depth = 0;
  for (let i = 0; i < clause.length; i++) {
    if (clause[i] === "{") depth++;
    else if (clause[i] === "}" && --depth < 0) return clause.slice(0, i);
  }
  return clause;
}

/** The text whose variables a clause at this place can see. */
function visibleBefore(body: string, at: number): string {
  const blocks: Block[] = [{ start: 0, outer: "" }];
  for (let i = 0; i < at; i++) {
    if (body[i] === "{") {
      const head = body.slice(0, i);
      const current = blocks.at(-1)!;
      const here = current.outer + sinceUnion(body.slice(current.start, i));
      const list = CALL_WITH_LIST.exec(head);
      blocks.push({ start: i + 1, outer: list ? ` ${list[1]} ` : CALL_ALONE.test(head) ? "" : here });
      if (!list && !CALL_ALONE.test(head) && !IMPORTING.test(head)) blocks.at(-1)!.outer = here;
    } else if (body[i] === "}") {
      blocks.pop();
    }
  }
  const current = blocks.at(-1)!;
  return current.outer + sinceUnion(body.slice(current.start, at));
}

function sinceUnion(text: string): string {
  return text.split(/\bUNION(?: ALL)?\b/).at(-1) ?? "";
}
