import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { SecretOnce } from "../../../components/SecretOnce";
import { ExactTime } from "../../../components/Time";
import { usePrivateAction } from "../../../components/use-private-action";
import { WebhookForm } from "./WebhookForm";

type Webhook = components["schemas"]["Webhook"];

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [shown, setShown] = useState<"form" | "rotate" | "delete">();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { params: { path: { id: webhook.id } } };
  const refresh = () => queries.invalidateQueries({ queryKey: ["webhook"] });
  const test = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/webhooks/{id}/test", params)),
    onSuccess: () => {
      notifyDone("A message of the kind webhook.test is on its way; it is listed below");
      return refresh();
    },
    onError: (error) => notifyFailed(error),
  });
  const toggle = useMutation({
    mutationFn: () => bodyOf(v1.PUT("/v1/webhooks/{id}", { ...params, body: { active: !webhook.active } })),
    onSuccess: () => {
      notifyDone(webhook.active ? "The webhook is inactive" : "The webhook is active");
      return refresh();
    },
    onError: (error) => notifyFailed(error),
  });
  const remove = useMutation({
    mutationFn: () => bodyOf(v1.DELETE("/v1/webhooks/{id}", params)),
    onSuccess: async () => {
      notifyDone("The webhook is deleted");
      await navigate({ to: "/admin/webhooks" });
      queries.removeQueries({ queryKey: ["webhook", webhook.id] });
      await refresh();
    },
  });
  const close = () => setShown(undefined);
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      <Button size="xs" variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
        {webhook.active ? "Deactivate" : "Activate"}
      </Button>
      <Button size="xs" variant="default" onClick={() => setShown("form")}>
        Change
      </Button>
      <Button size="xs" variant="default" onClick={() => setShown("rotate")}>
        Rotate secret
      </Button>
      <Button size="xs" variant="light" color="red" onClick={() => setShown("delete")}>
        Delete
      </Button>
      {shown === "form" && <WebhookForm webhook={webhook} close={close} />}
      {shown === "rotate" && <RotateSecret id={webhook.id} close={close} />}
      <ConfirmModal
        title={`Delete webhook ${webhook.name}?`}
        action="Delete webhook"
        isOpen={shown === "delete"}
        isPending={remove.isPending}
        error={remove.error}
        close={close}
        confirm={() => remove.mutate()}
      >
        Its deliveries go with it, and those that wait are not sent.
      </ConfirmModal>
    </Group>
  );
}

function RotateSecret({ id, close }: { id: string; close: () => void }) {
  const [answer, setAnswer] = useState<{ secret: string; previous_valid_until: string }>();
  const rotate = usePrivateAction(async () =>
    setAnswer(await bodyOf(v1.POST("/v1/webhooks/{id}/rotate-secret", { params: { path: { id } } }))),
  );
  if (!answer) {
    return (
      <ConfirmModal
        title="Replace the signing secret?"
        action="Rotate secret"
        isOpen
        isPending={rotate.isPending}
        error={rotate.error}
        close={close}
        confirm={() => void rotate.run()}
      >
        For 24 hours deliveries carry the signatures of both secrets, so that the receiver can change over.
      </ConfirmModal>
    );
  }
  return (
    <Modal
      opened
      onClose={close}
      title="New signing secret"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <SecretOnce label="Signing secret" secret={answer.secret} />
        <Text size="sm">
          The former one counts until <ExactTime at={answer.previous_valid_until} />.
        </Text>
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
