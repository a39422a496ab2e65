import { permanentFailure } from "./platform-failure.ts";

/** Segments of a path are of letters, digits, `-` and `_` alone: nothing that a server may read as another path. */
const SEGMENT = /^[\w-]{1,128}$/;

/**
 * An address below `base`, which may have a path itself, as Jira's `https://api.atlassian.com/ex/jira/{cloudId}`.
 *
 * @param path fixed by the platform
 * @param segments from outside, by the words that errors use; throws a failure where one could change the path
 */
export function recordUrl(base: string, path: string, segments: Readonly<Record<string, string>>): URL {
  const url = new URL(base);
  const own = url.pathname.replace(/\/+$/, "");
  const parts = Object.entries(segments).map(([what, segment]) => {
    if (!SEGMENT.test(segment)) throw permanentFailure(`The ${what} is not of letters, digits, - and _ alone`);
    return `/${encodeURIComponent(segment)}`;
  });
  url.pathname = `${own}${path}${parts.join("")}`;
  url.search = "";
  url.hash = "";
  return url;
}
