import { setTimeout as sleep } from "node:timers/promises";
import { gatesTo } from "../test/service/faults/store-faults.ts";
import { type Bench, type BenchTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { requestOf, send } from "./support/load.ts";
import { owedIn, untilNothingIsOwed } from "./support/owed.ts";
import { sampleHost, submission } from "./support/scans.ts";
import { type Service, serviceEnvironment, startService } from "./support/service.ts";
import { round } from "./support/statistics.ts";
import { type BenchReceiver, startReceiver } from "./support/webhooks.ts";

const APPLICATIONS = 10;
const REPORTS = ["ci_inventory", "software_inventory", "event_summary"];

export const figure = defineFigure({
  what: "from the return of both stores, after an outage in which every job used up its tries, until the workers owe nothing: scans, software, mappings, events, incidents, webhooks, reports",
  marks: { owed_nothing: { unit: "s", better: "lower", must: 60, aim: 15 } },
  settings: { outage: 45, scans: 10, hosts: 10, events: 300 },

  run: ({ outage, scans, hosts, events }, say) =>
    withBench(say, async (bench) => {
      const receiver = await startReceiver();
      const env: Record<string, string> = {
        ...serviceEnvironment(bench.stores),
        ORRERY_EGRESS_ALLOW: "127.0.0.1",
      };
      const { neo4j, postgresUrl } = bench.stores;
      const behind = await gatesTo({ neo4j, postgres: { url: postgresUrl }, env });
      const gates = Object.values(behind.gates);
      // Requests are taken all the time: only those who work on them lose the stores.
      const api = await startService({ ...env, ORRERY_ROLE: "api" });
      const worker = await startService({ ...(behind.env as typeof env), ORRERY_ROLE: "worker" });
      try {
        const tenant = await bench.newTenant();
        const submit = submitter(api, tenant);
        await submit.webhook(receiver);
        const began = performance.now();
        await submit.work({ scans, hosts, events, first: 0 });
        const usual = (Math.max(...Object.values(await untilNothingIsOwed(bench, tenant.id))) - began) / 1_000;
        say(`without an outage: ${round(usual)} s`);

        const goneAt = performance.now();
        for (const gate of gates) gate.silence();
        await submit.work({ scans, hosts, events, first: scans * hosts });
        await sleep(outage * 1_000 - (performance.now() - goneAt));
        const usedUp = await useUpTries(bench);
        const owed = await owedIn(bench, tenant.id);
        say(`owed: ${JSON.stringify(owed)}; ${usedUp} jobs without a try left`);
        const backAt = performance.now();
        for (const gate of gates) gate.open();
        const last = await untilNothingIsOwed(bench, tenant.id);
        const seconds = Object.fromEntries(Object.entries(last).map(([kind, at]) => [kind, (at - backAt) / 1_000]));
        for (const [kind, each] of Object.entries(seconds)) say(`${kind}: ${round(each)} s`);
        await verify(bench, tenant, receiver, 2 * scans);
        return {
          marks: { owed_nothing: Math.max(...Object.values(seconds)) },
          details: { ...seconds, without_outage_s: usual, jobs_used_up: usedUp, owed: JSON.stringify(owed) },
          verified: [
            "every scan and report is completed",
            "every message arrived at the webhook",
            "no delivery failed",
          ],
        };
      } finally {
        await Promise.all([api.stop(), worker.stop()]);
        await Promise.all(gates.map((gate) => gate.close()));
        await receiver.close();
      }
    }),
});

function submitter(api: Service, tenant: BenchTenant) {
  const post = (path: string, body: object) => send<object>(api.port, requestOf("POST", path, tenant.headers, body));
  return {
    webhook: (receiver: BenchReceiver) =>
      post("/v1/webhooks", { name: "bench", url: receiver.url(), events: ["ci.created", "event.created"] }),

    /** Hosts are numbered from `first`; events tell of these and so wait for the scans. */
    async work({ scans, hosts, events, first }: { scans: number; hosts: number; events: number; first: number }) {
      for (let i = 0; i < scans; i++) {
        const found = Array.from({ length: hosts }, (_, k) => sampleHost(first + i * hosts + k, APPLICATIONS));
        await send(api.port, submission(tenant, `scanner ${first + i}`, found));
      }
      for (let i = 0; i < events; i++) {
        const hostname = `node-${first + (i % (scans * hosts))}`;
        await post("/v1/events", {
          ...{ title: `event ${i}`, severity: "high", source: "bench", source_id: `${first}-${i}`, hostname },
        });
      }
      for (const template_id of REPORTS) await post("/v1/reports/generate", { template_id, format: "csv" });
      await post("/v1/software-mappings", {
        instance_name: `package-${first}`,
        software: { name: `Package ${first}`, vendor: "Example Project" },
        status: "active",
      });
    },
  };
}

/** Leaves every job as hours without a store leave it: failed, with no try left. Returns how many there were. */
async function useUpTries({ postgres }: Bench): Promise<number> {
  const jobs = await postgres.query(
    `update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now()
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' returning 1`,
  );
  return jobs.length;
}

async function verify({ postgres }: Bench, { id }: BenchTenant, receiver: BenchReceiver, scans: number): Promise<void> {
  const [row] = await postgres.query<Record<string, number>>(
    `select (select count(*) from scans where tenant_id = $1 and status = 'completed') as scans,
       (select count(*) from reports where tenant_id = $1 and status <> 'completed') as reports,
       (select count(*) from webhook_deliveries where tenant_id = $1 and status <> 'delivered') as undelivered,
       (select count(*) from webhook_deliveries where tenant_id = $1) as deliveries`,
    [id],
  );
  const { distinct } = await receiver.report();
  const isWell = row?.scans === scans && row.reports === 0 && row.undelivered === 0 && row.deliveries === distinct;
  if (!isWell) throw new Error(`not all was done: ${JSON.stringify({ ...row, arrived: distinct })}`);
}
