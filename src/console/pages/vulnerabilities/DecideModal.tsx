import { SegmentedControl, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { faultOf } from "../../components/FormFaults";
import { FormModal } from "../../components/FormModal";
import { notifyDone } from "../../components/notify";
import type { DecisionBody, Vulnerability } from "./vulnerability-data";

const KINDS = [
  { value: "accepted", label: "Accepted", meaning: "It is there, and you live with it." },
  { value: "mitigated", label: "Mitigated", meaning: "It is there, but something keeps it from being used." },
  { value: "false_positive", label: "False positive", meaning: "It is not there." },
] as const;
const FIELDS = ["ci_id", "reason", "until"];
/** Most programs and servers to choose from. */
const MOST_CHOICES = 500;
const ALL = "all";

/** Decides on a vulnerability, for all installations, a server or one program. */
export function DecideModal({ vulnerability, close }: { vulnerability: Vulnerability; close: () => void }) {
  const { cve } = vulnerability;
  const [target, setTarget] = useState(ALL);
  const [kind, setKind] = useState<DecisionBody["decision"]>("mitigated");
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const decide = useMutation({
    mutationFn: () => {
      const what = target === ALL ? { all: true as const } : { ci_id: target };
      const body = { ...what, decision: kind, reason, ...(until && { until: new Date(until).toISOString() }) };
      return bodyOf(v1.PUT("/v1/vulnerabilities/{cve}/decisions", { params: { path: { cve } }, body }));
    },
    onSuccess: () => {
      notifyDone(`Decided on ${cve}`);
      void queryClient.invalidateQueries({ queryKey: ["vulnerability"] });
      close();
    },
  });
  return (
    <FormModal
      title={`Decide on ${cve}`}
      action="Decide"
      close={close}
      submit={() => decide.mutate()}
      isPending={decide.isPending}
      error={decide.error}
      fields={FIELDS}
    >
      <Select
        label="For"
        data={choicesOf(vulnerability)}
        value={target}
        onChange={(value) => setTarget(value ?? ALL)}
        allowDeselect={false}
        searchable
        maxDropdownHeight={240}
        error={faultOf(decide.error, "ci_id")}
      />
      <Stack gap={4}>
        <SegmentedControl
          aria-label="Decision"
          value={kind}
          onChange={(value) => setKind(value as DecisionBody["decision"])}
          data={KINDS.map(({ value, label }) => ({ value, label }))}
        />
        <Text size="sm" c="dimmed">
          {KINDS.find(({ value }) => value === kind)?.meaning} While the decision holds, it counts as accepted.
        </Text>
      </Stack>
      <Textarea
        label="Why"
        required
        maxLength={2_000}
        autosize
        minRows={2}
        maxRows={8}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={faultOf(decide.error, "reason")}
      />
      <TextInput
        type="datetime-local"
        label="Until"
        description="Empty: without end"
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        error={faultOf(decide.error, "until")}
      />
    </FormModal>
  );
}

/** All installations, each server and each program that it concerns; the end of the id distinguishes equal names. */
function choicesOf({ affected_servers: servers, affected_instances: instances }: Vulnerability) {
  const short = (name: string) => name.slice(0, 80);
  const labels = [
    ...servers.map(({ id, name }) => ({ value: id, label: `Server ${short(name)}` })),
    ...instances.map(({ id, name, server }) => ({
      value: id,
      label: `${short(name)}${server ? ` on ${short(server.name)}` : ""}`,
    })),
  ].slice(0, MOST_CHOICES);
  const count = Map.groupBy(labels, ({ label }) => label);
  return [
    { value: ALL, label: "All installations" },
    ...labels.map(({ value, label }) => ({
      value,
      label: (count.get(label)?.length ?? 0) > 1 ? `${label} (${value.slice(-6)})` : label,
    })),
  ];
}
