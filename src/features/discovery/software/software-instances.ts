import { actorName } from "../../../context.ts";
import type { InstalledApplication } from "../../../model/host.ts";
import { derivedId } from "../../../platform/ids.ts";
import { type Fields, newCi, type StoredCi } from "../../ci/index.ts";
import { relationshipKey } from "../../relationships/index.ts";
import { type Observation, originOf } from "../hosts/server-state.ts";

/** One installed application of a server. */
export interface Installation {
  /** Id of the Software Instance CI; derived from server and identity, so that every scan finds it again. */
  id: string;
  application: InstalledApplication & { name: string };
}

/**
 * Installations of a host by id. Records of the same name, vendor, version, architecture and location are one
 * installation; records without a name are skipped. `idOf` holds the id per position of the list.
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

/** The Software Instance CI of an installation, named as reported. `described` adds attributes from the software catalogue. */
export function instanceCi(installation: Installation, observation: Observation, described: Fields = {}): StoredCi {
  const { name, vendor, version, architecture, install_location } = installation.application;
  const attributes: Fields = {};
  for (const [key, value] of Object.entries({ vendor, version, architecture, install_location })) {
    if (value) attributes[key] = value;
  }
  Object.assign(attributes, described);
  return newCi({
    id: installation.id,
    type: "software_instance",
    name: name.slice(0, 255).replace(/[\ud800-\udbff]$/, ""),
    attributes,
    ...originOf(observation),
  });
}

/** Properties of an `Installed On` relationship that a scan creates. */
export function installedOnLink(
  tenantId: string,
  instanceId: string,
  serverId: string,
  observation: Observation,
): Fields {
  return {
    id: derivedId("installed_on", tenantId, instanceId, serverId),
    key: relationshipKey(tenantId, instanceId, serverId),
    attributes: "{}",
    discoveredBy: `scan:${observation.scannerId}`,
    version: 1,
    firstSeen: observation.observedAt,
    lastSeen: observation.observedAt,
    createdAt: observation.now,
    createdBy: actorName(observation.ctx.actor),
  };
}
