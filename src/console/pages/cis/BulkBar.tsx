import { Button, Group, List, Menu, Modal, Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../app/session-context";
import { notifyDone, notifyFailed } from "../../components/notify";
import { words } from "../../components/words";
import { type BulkOutcome, deleteCi, eachCi, restoreCi, setStatus } from "./bulk";
import type { ListedCi } from "./ci-queries";
import { CI_STATUSES, type CiStatus } from "./list-search";

const NAMED = 8;

/** What can be done to the selected CIs. All of it can be undone. */
export function BulkBar({ cis, done }: { cis: readonly ListedCi[]; done: () => void }) {
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const work = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const change = (status: CiStatus) =>
    work.mutate(async () => {
      const outcome = await eachCi(
        cis.filter((ci) => ci.status !== status),
        ({ id }) => setStatus(id, status),
      );
      tell(outcome, `set to ${status}`, () => eachCi(outcome.done, (ci) => setStatus(ci.id, ci.status ?? "active")));
      done();
    });
  const remove = (protect: boolean) =>
    work.mutate(async () => {
      setAsking(false);
      const outcome = await eachCi(cis, ({ id }) => deleteCi(id, protect));
      tell(outcome, "deleted", () => eachCi(outcome.done, ({ id }) => restoreCi(id)));
      done();
    });
  return (
    <Group className="card" p="xs" gap="xs" role="region" aria-label="Selected configuration items">
      <Text fw={600} role="status">
        {cis.length} selected
      </Text>
      {may("cmdb.write") && (
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" loading={work.isPending}>
              Set status
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {CI_STATUSES.map((status) => (
              <Menu.Item key={status} onClick={() => change(status)}>
                {words(status)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {may("cmdb.delete") && (
        <Button size="xs" variant="default" loading={work.isPending} onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={done}>
        Select none
      </Button>
      {isAsking && <AskDelete cis={cis} close={() => setAsking(false)} remove={remove} />}
    </Group>
  );
}

function AskDelete(props: { cis: readonly ListedCi[]; close: () => void; remove: (protect: boolean) => void }) {
  const { cis, close, remove } = props;
  const [protect, setProtect] = useState(true);
  return (
    <Modal opened onClose={close} title={`Delete ${cis.length} configuration ${cis.length === 1 ? "item" : "items"}`}>
      <Stack>
        <List size="sm">
          {cis.slice(0, NAMED).map(({ id, name = id }) => (
            <List.Item key={id}>
              <bdi>{name.slice(0, 120)}</bdi>
            </List.Item>
          ))}
          {cis.length > NAMED && <List.Item>and {cis.length - NAMED} more</List.Item>}
        </List>
        <Switch
          checked={protect}
          onChange={({ currentTarget }) => setProtect(currentTarget.checked)}
          label="Keep those that others depend on"
        />
        <Text size="sm" c="dimmed">
          Their relationships go with them. What is deleted can be restored for a time.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" onClick={() => remove(protect)} data-autofocus>
            Delete {cis.length}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function tell({ done, failed }: BulkOutcome, what: string, undo: () => Promise<BulkOutcome>): void {
  const takeBack = async () => tellUndone(await undo());
  if (done.length > 0) notifyDone(`${done.length} ${what}`, () => void takeBack());
  else if (failed.length === 0) notifyDone("Nothing had to change");
  tellFailed(failed);
}

function tellUndone({ done, failed }: BulkOutcome): void {
  if (done.length > 0) notifyDone(`${done.length} as before`);
  tellFailed(failed);
}

function tellFailed(failed: BulkOutcome["failed"]): void {
  if (failed.length === 0) return;
  const named = failed.slice(0, 3).map(({ ci, why }) => `${(ci.name ?? ci.id).slice(0, 60)}: ${why}`);
  notifyFailed(named.join("; ") + (failed.length > 3 ? "; and more" : ""), `${failed.length} could not be changed`);
}
