import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { ApiError } from "../../api/error";
import { CiPicker, type PickedCi } from "../../components/CiPicker";
import { notifyDone } from "../../components/notify";
import { words } from "../../components/words";
import { refreshCis } from "./bulk";
import type { Ci } from "./ci-queries";
import { typeWords } from "./RelationshipsTab";

export function AddRelationship({ ci, close }: { ci: Ci; close: () => void }) {
  const [direction, setDirection] = useState("outgoing");
  const [type, setType] = useState<string | null>("depends_on");
  const [other, setOther] = useState<PickedCi | null>(null);
  const types = useQuery({
    queryKey: ["relationship-type"],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/cmdb/relationship-types", { params: { query: { limit: 100 } }, signal })),
  });
  const isOut = direction === "outgoing";
  const work = useMutation({
    mutationFn: () => {
      const [source_ci, target_ci] = isOut ? [ci.id, other!.id] : [other!.id, ci.id];
      return v1.POST("/v1/cmdb/relationships", { body: { source_ci, target_ci, type: type! } });
    },
    onSuccess: () => {
      refreshCis();
      notifyDone("Relationship added");
      close();
    },
  });
  const faults = work.error instanceof ApiError ? work.error.details : [];
  const faultOf = (...fields: string[]) => faults.find(({ field }) => fields.includes(field))?.error;
  const otherFault = isOut ? faultOf("target_ci") : faultOf("source_ci");
  const ends = isOut ? [ci.name, other?.name] : [other?.name, ci.name];
  return (
    <Modal opened onClose={close} title="Add a relationship">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate();
        }}
      >
        <Stack>
          {work.error && (
            <Alert color="red" role="alert">
              {work.error.message}
            </Alert>
          )}
          <SegmentedControl
            aria-label="Direction"
            value={direction}
            onChange={setDirection}
            data={[
              { value: "outgoing", label: "From this item" },
              { value: "incoming", label: "To this item" },
            ]}
          />
          <Select
            label="Type"
            data={types.data?.data.map(({ name = "" }) => ({ value: name, label: words(name) })) ?? []}
            value={type}
            onChange={setType}
            searchable
            required
            error={faultOf("type")}
          />
          <CiPicker
            label="Other configuration item"
            description={other ? <bdi>{other.name.slice(0, 200)}</bdi> : "Search by name, and choose one"}
            exclude={new Set([ci.id])}
            pick={setOther}
          />
          {otherFault && (
            <Text size="sm" c="red" role="alert">
              {otherFault}
            </Text>
          )}
          {other && type && (
            <Text size="sm">
              <bdi>{ends[0]?.slice(0, 100)}</bdi> <b>{typeWords(type)}</b> <bdi>{ends[1]?.slice(0, 100)}</bdi>
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!other || !type} loading={work.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
