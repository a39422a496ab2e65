import type { Result, Router } from "hono/router";

interface Node<T> {
  segments: Map<string, Node<T>>;
  /** The parameter at this position; paths may name it differently. */
  parameter: Node<T> | undefined;
  /** Whatever follows from this position on. */
  rest: Leaf<T> | undefined;
  leaf: Leaf<T> | undefined;
}

interface Leaf<T> {
  value: T;
  names: readonly string[];
}

/**
 * One handler per path for all methods. A literal segment takes precedence over a parameter (`/ci/bulk` over `/ci/{id}`), and
 * that over a rest (`/console/{+path}`, which has any number of segments, also none), independent of the order of adding. Hono's fast router refuses such tables and its tree router is slower. Matches raw
 * paths; a segment with malformed percent-encoding or NUL matches nothing.
 */
export class PathRouter<T> implements Router<T> {
  readonly name = "PathRouter";
  readonly #root: Node<T> = emptyNode();
  readonly #literal = new Map<string, Result<T>>();

  add(method: string, path: string, value: T): void {
    if (method !== "ALL" || path.includes("*")) throw new Error(`${method} ${path}: one handler serves a whole path`);
    const names: string[] = [];
    let node = this.#root;
    for (const segment of path.split("/").slice(1)) {
      if (segment.startsWith(":+")) {
        if (node.rest) throw new Error(`${path}: the path is taken`);
        node.rest = { value, names: [...names, segment.slice(2)] };
        return;
      }
      if (segment.startsWith(":")) {
        names.push(segment.slice(1));
        node.parameter ??= emptyNode();
        node = node.parameter;
      } else {
        const next = node.segments.get(segment) ?? emptyNode<T>();
        node.segments.set(segment, next);
        node = next;
      }
    }
    if (node.leaf) throw new Error(`${path}: the path is taken`);
    node.leaf = { value, names };
    if (names.length === 0) this.#literal.set(path, [[[value, {}]]]);
  }

  match(_method: string, path: string): Result<T> {
    const literal = this.#literal.get(path);
    if (literal) return literal;
    const found: string[] = [];
    const leaf = descend(this.#root, path.split("/"), 1, found);
    if (!leaf) return [[]];
    const params: Record<string, string> = {};
    for (let i = 0; i < found.length; i++) params[leaf.names[i]!] = found[i]!;
    return [[[leaf.value, params]]];
  }
}

function emptyNode<T>(): Node<T> {
  return { segments: new Map(), parameter: undefined, rest: undefined, leaf: undefined };
}

function descend<T>(node: Node<T>, segments: string[], at: number, found: string[]): Leaf<T> | undefined {
  if (at === segments.length) return node.leaf;
  return descendOne(node, segments, at, found) ?? (node.rest && takeRest(node.rest, segments, at, found));
}

/** The leaf below the literal segment at this position, else below the parameter. */
function descendOne<T>(node: Node<T>, segments: string[], at: number, found: string[]): Leaf<T> | undefined {
  const segment = segments[at]!;
  const literal = node.segments.get(segment);
  if (literal) {
    const leaf = descend(literal, segments, at + 1, found);
    if (leaf) return leaf;
  }
  if (!node.parameter || segment === "" || (segment.includes("%") && !isDecodable(segment))) return undefined;
  found.push(segment);
  const leaf = descend(node.parameter, segments, at + 1, found);
  if (!leaf) found.pop();
  return leaf;
}

function takeRest<T>(rest: Leaf<T>, segments: string[], at: number, found: string[]): Leaf<T> | undefined {
  const path = segments.slice(at).join("/");
  if (path.includes("%") && !isDecodable(path)) return undefined;
  found.push(path);
  return rest;
}

function isDecodable(segment: string): boolean {
  try {
    return !decodeURIComponent(segment).includes("\0");
  } catch {
    return false;
  }
}

/** The raw path of an absolute address, without query. */
export function rawPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const query = url.indexOf("?", start);
  const hash = url.indexOf("#", start);
  const end = query === -1 ? hash : hash === -1 ? query : Math.min(query, hash);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}
