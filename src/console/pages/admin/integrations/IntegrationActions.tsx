import { Alert, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { FormFaults } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { CopyText } from "../../../components/SecretOnce";

type Integration = components["schemas"]["Integration"];

/** Where the service desk is to report changes, a test of the other way, and deletion. */
export function IntegrationActions({ integration, close }: { integration: Integration; close: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const params = { params: { path: { id: integration.id } } };
  const test = useMutation({ mutationFn: () => bodyOf(v1.POST("/v1/integrations/{id}/test", params)) });
  const remove = useMutation({
    mutationFn: () => bodyOf(v1.DELETE("/v1/integrations/{id}", params)),
    onSuccess: () => {
      notifyDone("The integration is deleted");
      close();
      return queries.invalidateQueries({ queryKey: ["integration"] });
    },
  });
  return (
    <Stack mb="md">
      <div>
        <Text size="sm" fw={600}>
          The service desk reports changes to
        </Text>
        <code className="code-block">{integration.webhook_url}</code>
      </div>
      <Group gap="xs">
        <CopyText text={integration.webhook_url} label="Copy address" />
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          disabled={!integration.active}
          onClick={() => test.mutate()}
        >
          Test address and credentials
        </Button>
        <Button size="xs" variant="light" color="red" onClick={() => setAsked(true)}>
          Delete
        </Button>
      </Group>
      {!integration.active && (
        <Text size="sm">It is not active: reports are refused, and nothing is written or tested.</Text>
      )}
      {test.data && (
        <Alert
          color={test.data.ok ? "green" : "red"}
          variant="light"
          role="status"
          title={test.data.ok ? "It works" : "It does not work"}
        >
          {test.data.ok ? (
            "The service desk answered, and took the credentials. Nothing was written there."
          ) : (
            <bdi>{test.data.error}</bdi>
          )}
        </Alert>
      )}
      <FormFaults error={test.error} />
      <Divider />
      <ConfirmModal
        title={`Delete integration ${integration.name}?`}
        action="Delete integration"
        isOpen={isAsked}
        isPending={remove.isPending}
        error={remove.error}
        close={() => setAsked(false)}
        confirm={() => remove.mutate()}
      >
        Its secrets go with it. Its analyses stay; results that wait are not written to the service desk.
      </ConfirmModal>
    </Stack>
  );
}
