import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { putJob, type StoredJob } from "../features/jobs/support.ts";
import { orrery } from "../support/command-line.ts";
import { commandHome } from "./command-home.ts";

const at = commandHome();
const put = (job: StoredJob) => putJob(at.scratch.postgres, job);
const jobs = (...args: string[]) => orrery(["jobs", ...args], at.env);
const NAME = "test.by-hand";

let tenantId: string;
beforeAll(() => {
  tenantId = newId();
});

describe("orrery jobs list", () => {
  it("shows the jobs of every tenant and of the installation, with their errors", async () => {
    const own = await put({ name: NAME, data: { tenantId }, error: "no such thing", age: 1 });
    const general = await put({ name: NAME, data: { of: "all" }, error: "disk is full" });
    const listed = await jobs("list", "--name", NAME, "--state", "failed", "--json");
    expect(JSON.parse(listed.stdout)).toMatchObject({
      total: 2,
      jobs: [
        { id: general, tenant_id: null, error: "disk is full", payload: { of: "all" } },
        { id: own, name: NAME, state: "failed", tenant_id: tenantId, tries: 6, error: "no such thing" },
      ],
    });
    const { stdout, stderr } = await jobs("list", "--name", NAME, "--limit", "1");
    expect(stdout).toMatch(
      new RegExp(`^${general} {2}failed {2}${NAME} {2}the installation {2}6 tries .*disk is full\n$`),
    );
    expect(stderr).toBe("1 of 2: more with --limit\n");
    expect((await jobs("list", "--state", "waiting", "--name", NAME)).stdout).toBe("");
  });

  it.each([["list", "--state", "gone"], ["list", "--limit", "0"], ["repeat"], ["repeat", "x", "--all"]])(
    "refuses %s %s %s as wrong usage",
    async (...args) => {
      expect((await jobs(...args.filter((arg) => arg !== undefined))).code).toBe(2);
    },
  );
});

describe("orrery jobs repeat and discard", () => {
  it("repeat one job, all that have failed, and discard one of the installation", async () => {
    const id = await put({ name: NAME, data: { tenantId } });
    expect(await jobs("repeat", id)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Repeated: 1\./) });
    expect(await jobs("repeat", id)).toMatchObject({ code: 1, stderr: expect.stringContaining("Only a job that") });
    const [entry] = await at.scratch.postgres.query("select actor, action from audit_log where target_id = $1", [id]);
    expect(entry).toEqual({ actor: "system", action: "job.repeated" });
    const doomed = await put({ name: NAME, data: {} });
    expect((await jobs("discard", doomed)).stdout).toBe(`Discarded ${NAME} (${doomed}).\n`);
    expect(await jobs("discard", doomed)).toMatchObject({ code: 1, stderr: "orrery: There is no such job\n" });
    for (let i = 0; i < 3; i++) await put({ name: NAME, data: { tenantId, i } });
    const doctor = await orrery(["doctor"], at.env);
    expect(doctor.stdout).toMatch(
      /^warn {2}jobs: Failed for good: \d+; parked changes: \d+; parked work: \d+\. `orrery jobs list`/m,
    );
    const { repeated } = JSON.parse((await jobs("repeat", "--all", "--name", NAME, "--json")).stdout);
    expect(repeated).toBe(5);
    const failed = JSON.parse((await jobs("list", "--state", "failed", "--name", NAME, "--json")).stdout);
    expect(failed.total).toBe(0);
  });
});
