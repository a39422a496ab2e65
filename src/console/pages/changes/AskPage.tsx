import { Alert, Button, Group, Pill, SimpleGrid, Stack, Textarea, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { queryClient } from "../../app/query";
import { useMay } from "../../app/session-context";
import { CiPicker, type PickedCi } from "../../components/CiPicker";
import { EmptyState } from "../../components/EmptyState";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { PageHeader } from "../../components/PageHeader";
import { AnalysisView } from "./AnalysisView";
import type { Analysis, AskBody } from "./change-data";

const SHOWN = ["task_node_id", "change_fields.planned_start", "change_fields.planned_end", "ci_id", "change_note"];

/** Asks for an analysis by hand: tries it without keeping anything, or has it kept. */
export function AskPage() {
  const navigate = useNavigate();
  const may = useMay();
  const keep = useMutation({
    mutationFn: (body: AskBody) => bodyOf(v1.POST("/v1/change-analyses", { body })),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ["change"] });
      if (id) await navigate({ to: `/changes/${id}` });
    },
  });
  const attempt = useMutation({
    mutationFn: async (body: AskBody) =>
      (await bodyOf(v1.POST("/v1/change-analyses", { body, params: { query: { dry_run: true } } }))) as Analysis,
  });
  if (!may("cmdb.write")) {
    return (
      <>
        <PageHeader title="Analyse a change" />
        <EmptyState title="You may not ask for analyses">
          It needs the scope cmdb.write: an administrator can give it to you.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Analyse a change" hint="Says what it may break, how sure that is, and when it is best made" />
      <AskForm
        keep={(body) => keep.mutate(body)}
        attempt={(body) => attempt.mutate(body)}
        isKeeping={keep.isPending}
        isTrying={attempt.isPending}
        error={attempt.error ?? keep.error}
      />
      {attempt.data && (
        <section aria-labelledby="preview">
          <Title order={2} id="preview" mt="lg" mb="xs">
            Preview
          </Title>
          <Alert mb="md" role="status">
            Nothing of this is kept, and nothing is written to a task.
          </Alert>
          <AnalysisView analysis={attempt.data} />
        </section>
      )}
    </>
  );
}

function AskForm(props: {
  keep: (body: AskBody) => void;
  attempt: (body: AskBody) => void;
  isKeeping: boolean;
  isTrying: boolean;
  error: unknown;
}) {
  const { error } = props;
  const [cis, setCis] = useState<PickedCi[]>([]);
  const [form, setForm] = useState({ task: "", start: "", end: "", category: "", priority: "", note: "" });
  const set = (name: keyof typeof form) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setForm((before) => ({ ...before, [name]: value }));
  };
  const body = (): AskBody => ({
    task_node_id: form.task.trim(),
    ci_id: cis.map(({ id }) => id),
    ...(form.note.trim() && { change_note: [form.note.trim()] }),
    change_fields: {
      planned_start: instantOf(form.start),
      planned_end: instantOf(form.end),
      category: form.category.trim() || null,
      priority: form.priority.trim() || null,
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.keep(body());
  };
  const isReady = cis.length > 0 && form.task.trim() !== "";
  return (
    <form onSubmit={submit}>
      <Stack maw={760}>
        <TextInput
          label="Task"
          description="The number or name of the change; the same content for the same task is one analysis"
          required
          maxLength={200}
          value={form.task}
          onChange={set("task")}
          error={faultOf(error, "task_node_id")}
        />
        <div>
          <CiPicker
            label="CIs that are changed"
            description="At least one"
            exclude={new Set(cis.map(({ id }) => id))}
            pick={(ci) => setCis([...cis, ci])}
          />
          <Group gap={6} mt={6}>
            {cis.map(({ id, name }) => (
              <Pill
                key={id}
                withRemoveButton
                maw="100%"
                onRemove={() => setCis(cis.filter((ci) => ci.id !== id))}
                removeButtonProps={{ "aria-label": `Remove ${name.slice(0, 80)}`, tabIndex: 0, "aria-hidden": false }}
              >
                <bdi>{name.slice(0, 120)}</bdi>
              </Pill>
            ))}
          </Group>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Planned start"
            description="In your time zone"
            type="datetime-local"
            value={form.start}
            onChange={set("start")}
            error={faultOf(error, "change_fields.planned_start")}
          />
          <TextInput
            label="Planned end"
            description="In your time zone"
            type="datetime-local"
            value={form.end}
            onChange={set("end")}
            error={faultOf(error, "change_fields.planned_end")}
          />
          <TextInput
            label="Category"
            placeholder="standard, normal, emergency"
            value={form.category}
            onChange={set("category")}
          />
          <TextInput label="Priority" value={form.priority} onChange={set("priority")} />
        </SimpleGrid>
        <Textarea label="Note" autosize minRows={2} maxRows={8} value={form.note} onChange={set("note")} />
        <FormFaults error={error} shown={SHOWN} />
        <Group>
          <Button type="submit" disabled={!isReady} loading={props.isKeeping}>
            Analyse and keep
          </Button>
          <Button variant="default" disabled={!isReady} loading={props.isTrying} onClick={() => props.attempt(body())}>
            Preview without keeping
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const instantOf = (local: string): string | null => (local ? new Date(local).toISOString() : null);
