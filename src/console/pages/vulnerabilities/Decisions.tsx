import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { Actor } from "../../components/Actor";
import { CiLink } from "../../components/CiLink";
import { ConfirmModal } from "../../components/ConfirmModal";
import { notifyDone } from "../../components/notify";
import { StatusMark } from "../../components/StatusMark";
import { ExactTime, Time } from "../../components/Time";
import { DecideModal } from "./DecideModal";
import { Part } from "./Part";
import type { Decision, Vulnerability } from "./vulnerability-data";

/** What people decided: for what, until when, who and why. With `cmdb.write` one is made or taken back. */
export function Decisions({ vulnerability }: { vulnerability: Vulnerability }) {
  const { decisions, cve } = vulnerability;
  const may = useMay();
  const [isDeciding, setIsDeciding] = useState(false);
  const [asked, ask] = useState<Decision>();
  const withdraw = useMutation({
    mutationFn: ({ ci_id }: Decision) =>
      bodyOf(
        v1.DELETE("/v1/vulnerabilities/{cve}/decisions", {
          params: { path: { cve }, query: ci_id === null ? { all: "true" } : { ci_id } },
        }),
      ),
    onSuccess: () => {
      notifyDone("The decision is taken back");
      ask(undefined);
      void queryClient.invalidateQueries({ queryKey: ["vulnerability"] });
    },
  });
  const close = () => {
    ask(undefined);
    withdraw.reset();
  };
  return (
    <Part
      title="Decisions"
      action={
        may("cmdb.write") && (
          <Button size="xs" onClick={() => setIsDeciding(true)}>
            Decide
          </Button>
        )
      }
    >
      {decisions.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody has decided on it.
        </Text>
      )}
      {decisions.map((decision) => (
        <OneDecision
          key={decision.ci_id ?? "all"}
          decision={decision}
          vulnerability={vulnerability}
          withdraw={may("cmdb.write") ? () => ask(decision) : undefined}
        />
      ))}
      {!may("cmdb.write") && (
        <Text size="sm" c="dimmed" mt="xs">
          To decide, you need the scope cmdb.write.
        </Text>
      )}
      {isDeciding && <DecideModal vulnerability={vulnerability} close={() => setIsDeciding(false)} />}
      <ConfirmModal
        title={`Take back the decision on ${cve}?`}
        action="Take it back"
        isOpen={asked !== undefined}
        isPending={withdraw.isPending}
        error={withdraw.error}
        close={close}
        confirm={() => asked && withdraw.mutate(asked)}
      >
        What it concerned counts again as it was found. The audit log keeps the decision and that you took it back.
      </ConfirmModal>
    </Part>
  );
}

interface OneDecisionProps {
  decision: Decision;
  vulnerability: Vulnerability;
  /** Absent: the user may not. */
  withdraw: (() => void) | undefined;
}

function OneDecision({ decision, vulnerability, withdraw }: OneDecisionProps) {
  const { ci_id, decision: what, reason, until, in_force, decided_at, decided_by } = decision;
  return (
    <div className="decision" data-over={!in_force || undefined}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <StatusMark state={in_force ? what : "expired"} />
          <div>
            {!in_force && `${what.replaceAll("_", " ")} `}
            {ci_id === null ? "For all installations" : <CiLink id={ci_id} {...nameOf(vulnerability, ci_id)} />}
          </div>
        </div>
        {withdraw && (
          <Button size="compact-xs" variant="default" onClick={withdraw} style={{ flex: "none" }}>
            Take back
          </Button>
        )}
      </Group>
      <Text size="sm">
        <bdi>{reason.slice(0, 2_000)}</bdi>
      </Text>
      <Group gap="2px 6px" c="dimmed" fz="sm">
        <Actor id={decided_by} /> <Time at={decided_at} />
        <span>
          ·{" "}
          {until === null ? (
            "without end"
          ) : (
            <>
              {in_force ? "until" : "ended"} <ExactTime at={until} />
            </>
          )}
        </span>
      </Group>
    </div>
  );
}

/** The name of a CI that the page knows anyway; else its link looks the name up. */
function nameOf({ affected_instances, affected_servers }: Vulnerability, id: string): { name?: string } {
  const known = [...affected_servers, ...affected_instances].find((one) => one.id === id);
  return known ? { name: known.name } : {};
}
