import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { derivedId } from "../../../platform/ids.ts";
import { ownVersion } from "../../../platform/own-version.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { type BillProgram, type CycloneDx, writeSbom } from "../sbom/index.ts";
import { exposureGraph } from "../state/exposure.graph.store.ts";
import { hostOf, textOf } from "../state/profile.model.ts";
import { answersStore } from "./answers.store.ts";

/** The bill of materials of a server. Throws 403 without `cmdb.read`, 404 for an unknown CI. */
export type BillOf = (ctx: RequestContext, ciId: string) => Promise<CycloneDx>;

export function createBillOf(deps: { graph: Graph; postgres: Postgres; clock: Clock }): BillOf {
  return async (ctx, ciId) => {
    requireScope(ctx, "cmdb.read");
    const at = deps.clock.now();
    const [found, findings] = await Promise.all([
      exposureGraph.programsOf(deps.graph, ctx.tenantId, ciId),
      answersStore.findingsOf(deps.postgres, ctx.tenantId, at, ciId),
    ]);
    if (!found) throw notFound("CI");
    const { id, name, osName, osVersion } = hostOf(found.server);
    const vulnerabilities = [...Map.groupBy(findings, ({ cve }) => cve)].map(([cve, of]) => {
      const { summary, published, modified, cvss, severity } = of[0]!;
      const rated = severity === "unknown" ? null : severity;
      return { cve, summary, published, modified, cvss, severity: rated, findings: of };
    });
    const server = { id, name, os: { name: osName, version: osVersion } };
    const programs = found.programs.map(programOf);
    return writeSbom({
      serial: derivedId("bill of materials", ctx.tenantId, ciId, at.toISOString()),
      at,
      toolVersion: ownVersion(),
      server,
      programs,
      vulnerabilities,
    });
  };
}

function programOf({ id, name, attributes }: { id: string; name: string; attributes: string }): BillProgram {
  const { version, vendor, cpe, platform } = JSON.parse(attributes) as Record<string, unknown>;
  const cpeName = isObject(cpe) ? textOf(cpe.name) : null;
  return { id, name, version: textOf(version), vendor: textOf(vendor), cpeName, kind: textOf(platform) };
}
