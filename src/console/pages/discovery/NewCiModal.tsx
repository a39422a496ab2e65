import { Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { FormFaults, faultOf } from "../../components/FormFaults";

const TYPES = ["server", "virtual_machine", "container", "network_device", "storage", "printer", "workstation"];

/** Creates a CI for a host that is none of the known ones. */
export function NewCiModal(props: { isOpen: boolean; close: () => void; onCreated: (ciId: string) => void }) {
  const { isOpen, close, onCreated } = props;
  const mayWrite = useMay()("cmdb.write");
  const create = useMutation({
    mutationFn: (body: { name: string; type: string }) => bodyOf(v1.POST("/v1/cmdb/ci", { body })),
    onSuccess: ({ id }) => {
      close();
      onCreated(id);
      return queryClient.invalidateQueries({ queryKey: ["ci"] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({ name: String(form.get("name") ?? "").trim(), type: String(form.get("type") ?? "server") });
  };
  return (
    <Modal opened={isOpen} onClose={close} title="New CI for this host" closeButtonProps={{ "aria-label": "Close" }}>
      {mayWrite ? (
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">
              It gets everything that the scanner reported, now and whenever the same report comes again.
            </Text>
            <FormFaults error={create.error} shown={["name", "type"]} />
            <TextInput
              name="name"
              label="Name"
              required
              maxLength={255}
              data-autofocus
              error={faultOf(create.error, "name")}
            />
            <Select
              name="type"
              label="Type"
              data={TYPES}
              defaultValue="server"
              allowDeselect={false}
              error={faultOf(create.error, "type")}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create and apply
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Text size="sm">To create CIs, you need the scope cmdb.write.</Text>
      )}
    </Modal>
  );
}
