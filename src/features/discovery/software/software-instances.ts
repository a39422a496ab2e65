import { actorName } from "../../../context.ts";
import type { InstalledApplication } from "../../../model/host.ts";
import { derivedId } from "../../../platform/ids.ts";
import { type Fields, newCi, type StoredCi } from "../../ci/index.ts";
import { relationshipKey } from "../../relationships/index.ts";
import { type Look, originOf } from "../hosts/server-state.ts";

/** One installation, by what tells it from others on its server. */
export interface Installation {
  /** Id of the Software Instance CI: derives from server and identity, so that every scan finds it again. */
  id: string;
  application: InstalledApplication & { name: string };
}

/**
 * Installations of a host by id. Two records of the same name, vendor, version, architecture and location are one; one
 * without a name is none. `idOf` gives the id per position of the list.
 */
export function installationsOf(
  tenantId: string,
  serverId: string,
  applications: readonly InstalledApplication[],
): { byId: Map<string, Installation>; idOf: (string | undefined)[] } {
  const byId = new Map<string, Installation>();
  const idOf = applications.map((application) => {
    const name = application.name?.trim();
    if (!name) return undefined;
    const id = derivedId("software_instance", tenantId, serverId, ...identityOf(application));
    if (!byId.has(id)) byId.set(id, { id, application: { ...application, name } });
    return id;
  });
  return { byId, idOf };
}

function identityOf({ name, vendor, version, architecture, install_location }: InstalledApplication): string[] {
  return [name, vendor, version, architecture, install_location].map((text) =>
    (text ?? "").normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase(),
  );
}

/** The Software Instance CI of an installation. Its name is the application's as reported; `known`: what is known of it. */
export function instanceCi(installation: Installation, look: Look, known: Fields = {}): StoredCi {
  const { name, vendor, version, architecture, install_location } = installation.application;
  const attributes: Fields = {};
  for (const [key, value] of Object.entries({ vendor, version, architecture, install_location })) {
    if (value) attributes[key] = value;
  }
  Object.assign(attributes, known);
  return newCi({
    id: installation.id,
    type: "software_instance",
    name: name.slice(0, 255).replace(/[\ud800-\udbff]$/, ""),
    attributes,
    ...originOf(look),
  });
}

/** Properties of an `Installed On` relationship that a scan makes. */
export function installedOnLink(tenantId: string, instanceId: string, serverId: string, look: Look): Fields {
  return {
    id: derivedId("installed_on", tenantId, instanceId, serverId),
    key: relationshipKey(tenantId, instanceId, serverId),
    attributes: "{}",
    discoveredBy: `scan:${look.scannerId}`,
    version: 1,
    firstSeen: look.observedAt,
    lastSeen: look.observedAt,
    createdAt: look.now,
    createdBy: actorName(look.ctx.actor),
  };
}
