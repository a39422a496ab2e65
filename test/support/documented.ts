import type { Mount } from "../../src/platform/http/mounted.ts";
import { openApiDocument } from "../../src/platform/http/openapi/document.ts";
import { answerOf, type Place, placeName, placesOf, validatorOf } from "./api-document.ts";

/** An answer to be compared with the documents. `body` is its parsed JSON. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Headers that clients act on: an answer that has one is documented with it. */
const SIGNIFICANT =
  /^(location|retry-after|www-authenticate|content-disposition|etag|link|allow|idempotency-replayed|x-(total|page|per|rate|request|api).*)$/;

type Check = (method: string, path: string, answer: Answered) => void;

const checks = new WeakMap<readonly Mount[], Check>();

/**
 * Throws unless the OpenAPI document of the mounted routes has this answer: its status, its significant headers and a
 * schema that its body holds to. Leaves out what the documents leave out: unknown addresses and methods, operations.
 */
export function expectDocumented(mounts: readonly Mount[], method: string, path: string, answer: Answered): void {
  const check = checks.get(mounts) ?? checkOf(mounts);
  checks.set(mounts, check);
  check(method, path, answer);
}

function messageOf({ body }: Answered): string | undefined {
  return (body as { error?: { message?: string } } | undefined)?.error?.message;
}

/** The message of an address that no route has. */
const NO_SUCH_PATH = "There is no such path";

function checkOf(mounts: readonly Mount[]): Check {
  const variants = new Map(mounts.map(({ variant }) => [variant.name, variant]));
  const places = [...variants.values()].flatMap((variant) => {
    const own = mounts.filter((mount) => mount.variant.name === variant.name);
    return placesOf(openApiDocument(own, variant, "http://orrery.example.com"));
  });
  // A literal segment goes before a parameter.
  const byFewestParameters = places.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);
  const patterns = byFewestParameters.map((place) => ({ place, pattern: patternOf(place.path) }));
  return (method, path, answer) => {
    const address = path.split("?")[0]!;
    const first = patterns.find(({ pattern }) => pattern.test(address));
    // An address that does not decode belongs to no route.
    if (!first || answer.status === 405 || messageOf(answer) === NO_SUCH_PATH) return;
    const wanted = method === "HEAD" ? "GET" : method;
    const found = patterns.find(({ place }) => place.path === first.place.path && place.method === wanted);
    if (found) checkAnswer(found.place, method, answer);
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{[^}]*\}/g, "[^/]+")}$`);
}

function checkAnswer(place: Place, method: string, { status, headers, body }: Answered): void {
  const name = `${placeName(place)} ${status}`;
  const documented = answerOf(place, status);
  if (!documented) throw new Error(`${name} is not documented: ${JSON.stringify(body)}`);
  const names = new Set(Object.keys(documented.headers ?? {}).map((header) => header.toLowerCase()));
  // Errors say once, at the shared answers, what every answer carries.
  const further = [...headers.keys()].filter((header) => SIGNIFICANT.test(header) && !names.has(header));
  const missing = status < 400 ? further : further.filter((header) => !/^x-(rate|api)/.test(header));
  if (missing.length > 0) throw new Error(`${name} is documented without ${missing.join(", ")}`);
  if (method === "HEAD" || status === 304) return;
  const type = headers.get("content-type")?.split(";")[0];
  const types = Object.entries(documented.content ?? {});
  if (type === undefined && types.length === 0) return;
  const media = types.find(([one]) => one.split(";")[0] === type)?.[1];
  if (!media) throw new Error(`${name} is documented without ${type}`);
  if (type !== "application/json" || !media.schema) return;
  const { error } = validatorOf(place.document, media.schema).safeParse(body);
  if (error) throw new Error(`${name} is not as documented: ${error.message}\n${JSON.stringify(body)}`);
}
