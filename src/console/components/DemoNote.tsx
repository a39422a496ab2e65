import { Anchor, Button, Group, Loader, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../app/session-context";
import { ConfirmModal } from "./ConfirmModal";
import { type Demo, useChangeDemo, useDemo } from "./demo";
import { FormFaults } from "./FormFaults";

/** Says that what is shown is partly the demo, and offers to take it away; nothing where there is none. */
export function DemoNote() {
  const demo = useDemo();
  if (!demo || demo.state === "absent") return null;
  return (
    <section className="card card-padded" aria-label="Demo estate">
      <Group justify="space-between" gap="sm" wrap="wrap">
        <div role="status">
          <DemoWords demo={demo} />
        </div>
        <DemoActions demo={demo} />
      </Group>
    </section>
  );
}

function DemoWords({ demo: { state, error, holds } }: { demo: Demo }) {
  if (state === "loading" || state === "removing") {
    return (
      <Group gap="xs">
        <Loader size="xs" aria-hidden />
        <Text size="sm">
          The demo estate is being {state === "loading" ? "loaded" : "removed"}. It takes some seconds.
        </Text>
      </Group>
    );
  }
  if (state === "incomplete") {
    return (
      <Text size="sm">
        The demo estate is not complete: loading or removing it was cut short.{" "}
        {error && <bdi>{error.slice(0, 300)}</bdi>}
      </Text>
    );
  }
  return (
    <Text size="sm">
      The demo estate is loaded{holds && `: ${holds.cis} CIs, ${holds.services} services, ${holds.events} events`}.
      Begin with the{" "}
      <Anchor component={Link} to="/incidents" size="sm" underline="always">
        incidents
      </Anchor>
      .
    </Text>
  );
}

function DemoActions({ demo: { state, holds } }: { demo: Demo }) {
  const may = useMay();
  const change = useChangeDemo();
  const [isAsking, setAsking] = useState(false);
  if (!may("admin.settings") || state === "loading" || state === "removing") return null;
  const remove = () => change.mutate("remove", { onSuccess: () => setAsking(false) });
  return (
    <Group gap="xs">
      {state === "incomplete" && (
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate("load")}>
          Load it again
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Remove the demo
      </Button>
      {!isAsking && <FormFaults error={change.error} />}
      {isAsking && (
        <ConfirmModal
          title="Remove the demo estate?"
          action="Remove it"
          isOpen
          isPending={change.isPending}
          error={change.error}
          close={() => setAsking(false)}
          confirm={remove}
        >
          <Text size="sm">
            {holds ? `Its ${holds.cis} CIs and ${holds.events} events go` : "Its CIs and events go"}, with what was
            noted of them. What is yours stays. It can be loaded again at any time.
          </Text>
        </ConfirmModal>
      )}
    </Group>
  );
}
