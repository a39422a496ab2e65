import type { Command } from "commander";
import type { AnalysedDemo } from "./demo-work.ts";
import { CommandError, type Io, printJson, printLine } from "./io.ts";

interface DemoOptions {
  tenant: string;
  remove?: boolean;
  json?: boolean;
}

/** `orrery demo`: loads or removes a sample estate. */
export function addDemo(program: Command, io: Io): void {
  program
    .command("demo")
    .description("load a made-up estate with an hour of events and three incidents, and say what to look at")
    .option("--tenant <name>", "tenant that gets it; what it holds already stays as it is", "default")
    .option("--remove", "take away what an earlier run has made, and nothing else")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nTo see the incidents as fresh ones again: `orrery demo --remove`, then `orrery demo`.\n" +
        "All names lie in example.com and all addresses in ranges kept for documentation (RFC 5737).",
    )
    .action(async (options: DemoOptions) => {
      const { loadDemo, removeDemo } = await import("./demo-work.ts");
      if (options.remove) {
        const removed = await removeDemo(io, options.tenant);
        if (!removed) throw new CommandError(`The tenant ${options.tenant} has no demo estate`);
        if (options.json) return printJson(io, removed);
        return printLine(
          io.stdout,
          `Removed ${removed.cis} CIs with their relationships, and ${removed.events} events.`,
        );
      }
      const { demo, base } = await loadDemo(io, options.tenant);
      if (options.json) return printJson(io, demo);
      for (const line of linesOf(demo, options.tenant, base)) printLine(io.stdout, line);
    });
}

/** What was created, and the URLs to start from. `$auth` is the header from the README's first steps. */
function linesOf(demo: AnalysedDemo, tenant: string, base: string): string[] {
  const get = (path: string) => `  curl -s -H "$auth" '${base}${path}'`;
  const made = `${demo.cis} CIs (${demo.services} business services), ${demo.relationships} relationships, ${demo.events} events`;
  const stories = demo.incidents.flatMap(({ story, event, rootCause, foundCause, services }, i) => [
    "",
    `${i + 1}. ${story}.`,
    `   Begin at the event "${event.title}".`,
    `   Cause by the analysis: ${foundCause?.name ?? "none"}; as the story was made up: ${rootCause.name}.`,
    get(`/v1/events/${event.id}/correlations`),
    `   What fails with ${rootCause.name}, and the map of ${services[0]?.name}:`,
    get(`/v1/cmdb/ci/${rootCause.id}/impact`),
    `${get(`/v1/services/${services[0]?.id}/dependency-map.svg`)} -o incident-${i + 1}.svg`,
  ]);
  return [
    demo.outcome === "loaded"
      ? `Loaded into the tenant ${tenant}: ${made}.`
      : `The tenant ${tenant} has had the estate since ${demo.at}: ${made}. Nothing was changed.`,
    "",
    'With a service running, and $auth as in "The same with curl" of README.md:',
    get("/v1/incidents"),
    get("/v1/services"),
    get("/v1/events?status=open&severity=critical"),
    ...stories,
    "",
    "`npx orrery demo --remove` takes all of it away again.",
  ];
}
