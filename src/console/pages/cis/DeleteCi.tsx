import { Alert, Anchor, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import { isStatus } from "../../api/error";
import { queryClient } from "../../app/query";
import { notifyDone, notifyFailed } from "../../components/notify";
import { deleteCi, refreshCis, restoreCi } from "./bulk";
import type { Ci } from "./ci-queries";

/** Asks once, says who depends on it, and offers to take it back afterwards. */
export function DeleteCi({ ci, close }: { ci: Ci; close: () => void }) {
  const navigate = useNavigate();
  const impact = useQuery({
    queryKey: ["graph", "impact", ci.id, "downstream"],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/cmdb/ci/{id}/impact", { params: { path: { id: ci.id } }, signal })),
  });
  const undo = async () => {
    try {
      await restoreCi(ci.id);
      refreshCis();
      void navigate({ to: "/cis/$ciId", params: { ciId: ci.id } });
    } catch (error) {
      notifyFailed(error, "It could not be restored");
    }
  };
  const work = useMutation({
    mutationFn: (protect: boolean) => deleteCi(ci.id, protect),
    onSuccess: async () => {
      close();
      await navigate({ to: "/cis" });
      queryClient.removeQueries({ queryKey: ["ci", "one", ci.id] });
      refreshCis();
      notifyDone(`${ci.name.slice(0, 80)} deleted`, () => void undo());
    },
  });
  const isNeeded = isStatus(work.error, 409);
  const count = impact.data?.affected.length ?? 0;
  return (
    <Modal opened onClose={close} title="Delete this configuration item">
      <Stack>
        <Text fw={600} lineClamp={3}>
          <bdi>{ci.name.slice(0, 300)}</bdi>
        </Text>
        <Text size="sm">
          Its relationships go with it. It can be restored for a time.
          {impact.data && (count === 0 ? " Nothing depends on it." : ` ${count} other items depend on it. `)}
          {count > 0 && (
            <Anchor
              component={Link}
              to="/cis/$ciId"
              params={{ ciId: ci.id } as never}
              search={{ tab: "impact" } as never}
              onClick={close}
            >
              See which
            </Anchor>
          )}
        </Text>
        {work.error && (
          <Alert color={isNeeded ? "yellow" : "red"} role="alert">
            {work.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={work.isPending} onClick={() => work.mutate(!isNeeded)} data-autofocus>
            {isNeeded ? "Delete it all the same" : "Delete"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
