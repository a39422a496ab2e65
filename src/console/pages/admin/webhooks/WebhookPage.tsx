import { Alert, Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageError } from "../../../components/PageError";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { Deliveries } from "./Deliveries";
import { WebhookActions } from "./WebhookActions";
import { stateOf } from "./webhook-state";

type Webhook = components["schemas"]["Webhook"];
const route = getRouteApi("/shell/admin/webhooks/$webhookId");

export function WebhookPage() {
  return (
    <NeedsScope scope="webhooks.manage" title="Webhook">
      <OneWebhook />
    </NeedsScope>
  );
}

function OneWebhook() {
  const { webhookId } = route.useParams();
  const webhook = useQuery({
    queryKey: ["webhook", webhookId],
    queryFn: () => bodyOf(v1.GET("/v1/webhooks/{id}", { params: { path: { id: webhookId } } })),
  });
  if (webhook.error) return <PageError error={webhook.error} reset={() => void webhook.refetch()} />;
  if (!webhook.data) return <Skeleton height={240} aria-label="Loading" />;
  return (
    <>
      <Anchor component={Link} to="/admin/webhooks" size="sm">
        All webhooks
      </Anchor>
      <PageHeader
        title={webhook.data.name}
        hint={
          <bdi className="clip" title={webhook.data.url}>
            {webhook.data.url}
          </bdi>
        }
      >
        <WebhookActions webhook={webhook.data} />
      </PageHeader>
      <Condition webhook={webhook.data} />
      <Deliveries webhook={webhook.data} />
    </>
  );
}

function Condition({ webhook }: { webhook: Webhook }) {
  const { failing_since: since, disabled_reason: reason, disabled_at: at, events, headers } = webhook;
  return (
    <Stack gap="xs" mb="md">
      <StatusMark state={stateOf(webhook)} />
      {reason && (
        <Alert color="red" variant="light" title="The service stopped sending">
          {reason === "gone" ? "The address answered that it is gone for good (410)." : "It failed for too long."} Since{" "}
          <Time at={at} />. Correct what is wrong there, then activate it: what waits goes out at once.
        </Alert>
      )}
      {!reason && since && (
        <Alert color="yellow" variant="light" title="Deliveries fail">
          Since <Time at={since} />. They are tried again with growing pauses.
        </Alert>
      )}
      <Text size="sm">
        Told of {events.join(", ")}.{" "}
        {Object.keys(headers).length > 0 && `With the headers ${Object.keys(headers).join(", ")}.`}
      </Text>
    </Stack>
  );
}
