import { expect, it } from "vitest";
import { unavailable } from "../../../src/errors.ts";
import { createRefusedLogins } from "../../../src/features/access/login/refused-logins.ts";
import { newId } from "../../../src/platform/ids.ts";
import { log } from "../../support/scratch.ts";
import { accessSuite } from "./access-suite.ts";

const { scratch, clock } = await accessSuite();

it("refused logins are recorded once Postgres is back", async () => {
  let away = true;
  const postgres = {
    ...scratch.postgres,
    transaction: ((work) =>
      away
        ? Promise.reject(unavailable("away"))
        : scratch.postgres.transaction(work)) as typeof scratch.postgres.transaction,
  };
  const refusals = createRefusedLogins({ postgres, clock, log });
  const [user, other] = [newId(), newId()];
  refusals.record({ id: user, tenantId: "some tenant" }, { requestId: newId() });
  await refusals.flush();
  refusals.record({ id: other, tenantId: "some tenant" }, { requestId: newId() });
  await refusals.flush();
  away = false;
  await refusals.flush();
  await refusals.flush();
  const rows = await scratch.postgres.query<{ id: string }>(
    "select target_id as id from audit_log where action = 'login.failed' and target_id = any($1::text[]) order by 1",
    [[user, other]],
  );
  expect(rows.map(({ id }) => id)).toEqual([user, other].sort());
});
