import { Button, Group, Skeleton, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { queryClient } from "../../app/query";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { FormModal } from "../../components/FormModal";
import { notifyDone } from "../../components/notify";
import { PageError } from "../../components/PageError";
import { LONGEST_NAME } from "./report-data";

type Saved = components["schemas"]["SavedQuery"];
type Form = components["schemas"]["QueryForm"];
type Answer = components["schemas"]["QueryAnswer"];

const FIRST_FORM = { entity: "ci", filters: [{ field: "status", op: "eq", value: "active" }], group_by: ["type"] };
const FORM_HINT =
  "JSON: entity (ci, relationship, software, vulnerability, event, incident, service, history), filters, time, path, group_by, aggregate, order, limit, fields";

/** Reads a saved query, then shows its form. */
export function EditQuery({ id, close }: { id: string; close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["query", "one", id],
    queryFn: () => bodyOf(v1.GET("/v1/queries/{id}", { params: { path: { id } } })),
  });
  if (error && !data) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={40} role="status" aria-label="Query: loading" />;
  return <QueryEditor saved={data} close={close} />;
}

/** Makes a saved query, or changes one: its name, its form, and who sees it. */
export function QueryEditor({ saved, close }: { saved?: Saved; close: () => void }) {
  const [draft, setDraft] = useState({
    name: saved?.name ?? "",
    description: saved?.description ?? "",
    shared: saved?.shared ?? false,
    text: JSON.stringify(saved?.query ?? FIRST_FORM, null, 2),
  });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: () => {
      const { name, description, shared, text } = draft;
      const body = { name: name.trim(), description: description.trim() || null, shared, query: formOf(text) };
      if (!saved) return bodyOf(v1.POST("/v1/queries", { body }));
      return bodyOf(v1.PUT("/v1/queries/{id}", { params: { path: { id: saved.id } }, body }));
    },
    onSuccess: () => {
      notifyDone(saved ? "The query is changed" : "The query is saved");
      void queryClient.invalidateQueries({ queryKey: ["query"] });
      void queryClient.invalidateQueries({ queryKey: ["report", "templates"] });
      close();
    },
  });
  return (
    <FormModal
      title={saved ? "Change query" : "New query"}
      action={saved ? "Save changes" : "Save query"}
      close={close}
      submit={() => save.mutate()}
      isPending={save.isPending}
      error={save.error}
      fields={["name", "description"]}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={LONGEST_NAME}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf(save.error, "name")}
      />
      <Textarea
        label="Description"
        autosize
        maxRows={4}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={faultOf(save.error, "description")}
      />
      <FormField text={draft.text} change={(text) => set({ text })} />
      <Switch
        label="Shared"
        description="All who may read reports can run it, with their own rights"
        checked={draft.shared}
        onChange={(event) => set({ shared: event.currentTarget.checked })}
      />
    </FormModal>
  );
}

/** The form as text, and a trial of it. */
function FormField({ text, change }: { text: string; change: (text: string) => void }) {
  const trial = useMutation({
    mutationFn: async () => (await bodyOf(v1.POST("/v1/query", { body: formOf(text) }))) as Answer,
  });
  return (
    <div>
      <Textarea
        label="Query"
        description={FORM_HINT}
        required
        autosize
        minRows={6}
        maxRows={18}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        onChange={(event) => {
          trial.reset();
          change(event.currentTarget.value);
        }}
      />
      <Group gap="sm" mt={6}>
        <Button size="compact-xs" variant="default" loading={trial.isPending} onClick={() => trial.mutate()}>
          Try it
        </Button>
        <Text size="sm" role="status">
          {trial.data && `${trial.data.total.toLocaleString("en")} rows in ${trial.data.took_ms} ms`}
        </Text>
      </Group>
      <FormFaults error={trial.error} />
    </div>
  );
}

function formOf(text: string): Form {
  try {
    return JSON.parse(text) as Form;
  } catch (error) {
    throw new Error(`The query is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`);
  }
}
