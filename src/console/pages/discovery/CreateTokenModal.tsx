import { Button, Checkbox, Group, Modal, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { ScanCommands } from "../../components/ScanCommands";
import { SecretOnce } from "../../components/SecretOnce";
import { usePrivateAction } from "../../components/use-private-action";

const LIFETIMES = [
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "365 days" },
];

/** Creates a token and shows its secret, which is kept nowhere else, once. */
export function CreateTokenModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [secret, setSecret] = useState<string>();
  const leave = () => {
    setSecret(undefined);
    close();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={secret ? "The token is made" : "Create a discovery token"}
      size="lg"
      closeOnClickOutside={!secret}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {secret ? (
        <Stack>
          <SecretOnce label="Token" secret={secret} />
          <ScanCommands token={secret} />
          <Group justify="flex-end">
            <Button onClick={leave}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <TokenForm onCreated={setSecret} cancel={leave} />
      )}
    </Modal>
  );
}

function TokenForm({ onCreated, cancel }: { onCreated: (secret: string) => void; cancel: () => void }) {
  const [ips, setIps] = useState<string[]>([]);
  const create = usePrivateAction(async (form: FormData) => {
    const mayRead = form.get("read") === "on";
    const { token } = await bodyOf(
      v1.POST("/v1/discovery/tokens", {
        body: {
          name: String(form.get("name") ?? "").trim(),
          description: String(form.get("description") ?? "").trim() || null,
          expires_in: String(form.get("expires_in") ?? "90d"),
          scopes: mayRead ? ["discovery.submit", "discovery.read"] : ["discovery.submit"],
          ...(ips.length > 0 && { allowed_ips: ips }),
        },
      }),
    );
    onCreated(token);
    void queryClient.invalidateQueries({ queryKey: ["discovery-token"] });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void create.run(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFaults error={create.error} shown={["name", "description", "allowed_ips"]} />
        <TextInput
          name="name"
          label="Name"
          description="Of the scanner or site"
          required
          maxLength={255}
          data-autofocus
          error={faultOf(create.error, "name")}
        />
        <TextInput
          name="description"
          label="Description"
          maxLength={1_000}
          error={faultOf(create.error, "description")}
        />
        <Select name="expires_in" label="Works for" data={LIFETIMES} defaultValue="90d" allowDeselect={false} />
        <Checkbox
          name="read"
          label="May also ask what became of its scans"
          description="Needed by orrery scan --wait"
        />
        <TagsInput
          label="Only from"
          description="Addresses and networks such as 192.0.2.0/24; empty: everywhere"
          value={ips}
          onChange={setIps}
          maxTags={50}
          error={faultOf(create.error, "allowed_ips")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
