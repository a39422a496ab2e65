import { Badge, Button, Group, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { components } from "../../../api/api";
import { api, bodyOf } from "../../../api/client";
import { useMay } from "../../../app/session-context";
import { CiLink } from "../../../components/CiLink";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { Time } from "../../../components/Time";

type Proposal = components["schemas"]["AiRelationship"];

/** One proposal with what speaks for it. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { source, target, type, confidence, status, reason, evidence, discoveredBy } = proposal;
  return (
    <article className="card card-padded">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Text fw={600} miw={0}>
          <CiLink id={source.id} name={source.name} /> <Text span>{type}</Text>{" "}
          <CiLink id={target.id} name={target.name} />
        </Text>
        <Badge variant="default" tt="none" miw="max-content">
          {Math.round(confidence * 100)} % sure
        </Badge>
      </Group>
      {reason && (
        <Text size="sm" mt={4}>
          <bdi>{reason}</bdi>
        </Text>
      )}
      {evidence.length > 0 && (
        <ul>
          {evidence.slice(0, 10).map(({ kind, id, text }) => (
            <li key={`${kind} ${id} ${text}`}>
              <Text size="sm">
                <bdi>{text.slice(0, 500)}</bdi>
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed">
          By {discoveredBy ?? "unknown"}, <Time at={proposal.createdAt} />
        </Text>
        {status === "confirmed" ? <Text size="sm">Accepted</Text> : <Decision proposal={proposal} />}
      </Group>
    </article>
  );
}

function Decision({ proposal }: { proposal: Proposal }) {
  const may = useMay();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [comment, setComment] = useState("");
  const decide = useMutation({
    mutationFn: (verdict: "confirm" | "reject") =>
      bodyOf(
        api.POST("/api/ai-relationships/feedback", {
          body: { relationshipId: proposal.id, verdict, ...(comment.trim() && { comment: comment.trim() }) },
        }),
      ),
    onSuccess: (_, verdict) => {
      setAsked(false);
      notifyDone(verdict === "confirm" ? "The relationship counts from now on" : "It is rejected");
      return queries.invalidateQueries({ queryKey: ["relationship"] });
    },
    onError: (error, verdict) => verdict === "confirm" && notifyFailed(error),
  });
  if (!may("ai.use") || !may("cmdb.write")) return null;
  return (
    <Group gap="xs">
      <Button size="xs" loading={decide.isPending && !isAsked} onClick={() => decide.mutate("confirm")}>
        Accept
      </Button>
      <Button size="xs" variant="light" color="red" onClick={() => setAsked(true)}>
        Reject
      </Button>
      <ConfirmModal
        title={`Reject “${proposal.source.name} ${proposal.type} ${proposal.target.name}”?`}
        action="Reject"
        isOpen={isAsked}
        isPending={decide.isPending}
        error={decide.error}
        close={() => setAsked(false)}
        confirm={() => decide.mutate("reject")}
      >
        It goes, and is not proposed again.
        <Textarea
          mt="sm"
          label="Why (if you like)"
          maxLength={5_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </ConfirmModal>
    </Group>
  );
}
