import { systemContext } from "../context.ts";
import type { LoadedDemo, RemovedDemo } from "../features/demo/index.ts";
import { newId } from "../platform/ids.ts";
import { CommandError, type Io, printLine } from "./io.ts";
import { type CommandApp, withApp } from "./with-app.ts";

/** The loaded demo, with the cause that the analysis finds for each incident beside the planned one. */
export interface AnalysedDemo extends Omit<LoadedDemo, "incidents"> {
  incidents: (LoadedDemo["incidents"][number] & { foundCause: { id: string; name: string } | null })[];
}

/**
 * Loads the demo into a tenant and analyses its incidents. `base` is the service's base URL, now or later. Throws if the
 * tenant does not exist.
 */
export function loadDemo(io: Io, tenantName: string): Promise<{ demo: AnalysedDemo; base: string }> {
  return withDemo(io, tenantName, async ({ app, ctx, config }) => {
    const { host, port, baseUrl } = config.http;
    const { incidents, ...loaded } = await app.demo.load(ctx);
    const analysed: AnalysedDemo["incidents"] = [];
    for (const incident of incidents) {
      const { cause } = await app.correlation.verbs.correlate(ctx, incident.event.id);
      analysed.push({ ...incident, foundCause: cause && { id: cause.ciId, name: cause.name } });
    }
    return { demo: { ...loaded, incidents: analysed }, base: baseUrl ?? `http://${host}:${port}` };
  });
}

/** Removes the demo; undefined if the tenant has none. */
export function removeDemo(io: Io, tenantName: string): Promise<RemovedDemo | undefined> {
  return withDemo(io, tenantName, ({ app, ctx }) => app.demo.remove(ctx));
}

type DemoWork<T> = (opened: CommandApp & { ctx: ReturnType<typeof systemContext> }) => Promise<T>;

function withDemo<T>(io: Io, tenantName: string, work: DemoWork<T>): Promise<T> {
  return withApp(io, async (opened) => {
    const { app } = opened;
    const administrator = await app.prepare();
    if (administrator?.password) {
      printLine(io.stderr, `First start: ${administrator.email} may log in; the password is in ${administrator.file}`);
    }
    const tenant = await app.access.findTenant(tenantName);
    if (!tenant) throw new CommandError(`There is no tenant ${tenantName}: see \`orrery tenant create\``);
    // The service runs the jobs that follow, now or when it starts.
    await app.startWork({ work: false });
    return work({ ...opened, ctx: systemContext(tenant.id, newId()) });
  });
}
