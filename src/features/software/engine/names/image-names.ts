import { isCommonName } from "./common-words.ts";
import type { Cut } from "./name-cuts.ts";

const DIGEST = /@sha256:[0-9a-f]{64}$/;
/** A tag that begins like a version, or a usual tag of images; `name:amd64` is a package of Debian. */
const TAG =
  /:(?:v?\d[\w.-]{0,60}|latest|stable|edge|nightly|main|master|lts|alpine|slim|bullseye|bookworm|trixie|jammy|noble)$/;
const REPOSITORY =
  /^(?:[a-z0-9][a-z0-9._-]{0,60}(?::\d{1,5})?\/)?(?:[a-z0-9][a-z0-9._-]{0,60}\/){0,6}[a-z0-9][a-z0-9._-]{0,60}$/;
const REGISTRY =
  /^(?:docker\.io|quay\.io|ghcr\.io|public\.ecr\.aws|registry[\w.-]*|[\w-]+\.?gcr\.io|gcr\.io|mcr\.microsoft\.com|[\w-]+\.azurecr\.io|[\w.-]+:\d{1,5})\//;

/**
 * The name of a container image (distribution reference: `[registry/]path/name[:tag][@digest]`) without registry, path and
 * tag; the path's last part stays before a common word (`example/agent`). Undefined for anything else. Reads at most 300
 * characters.
 */
export function splitImage(text: string, cuts: Cut[]): string | undefined {
  if (text.length > 300 || !/[:/]/.test(text)) return undefined;
  const untagged = text.replace(DIGEST, "").replace(TAG, "");
  if (untagged === text && !REGISTRY.test(text)) return undefined;
  // `group:artifact:version` and the like are no images.
  if (!REPOSITORY.test(untagged)) return undefined;
  const parts = untagged.split("/");
  const name = parts.at(-1)!;
  const path = parts.slice(0, -1).filter((part) => !/[.:]/.test(part) && part !== "library");
  const kept = path.length > 0 && isCommonName(name) && path.at(-1) !== name ? `${path.at(-1)}-${name}` : name;
  cuts.push({ kind: "version", text: text.slice(untagged.length) || text.slice(0, text.length - name.length) });
  return kept;
}
