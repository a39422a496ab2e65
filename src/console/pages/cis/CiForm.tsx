import { ActionIcon, Autocomplete, Button, Divider, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { ApiError } from "../../api/error";
import { words } from "../../components/words";
import { ciTypes } from "./ci-queries";
import { type Draft, type DraftValue, type Part, typesWithFields, usualKeys } from "./draft";
import { pathWords } from "./flatten";
import { CI_STATUSES, type CiStatus } from "./list-search";

interface Props {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  error: unknown;
  /** Of the button that sends it. */
  action: string;
  isSending: boolean;
  onSubmit: () => void;
  close: () => void;
  /** Above the fields: what stands in the way. */
  children?: ReactNode;
}

/** The form of a CI. The usual attributes of its type are offered; faults of the service stand beside their fields. */
export function CiForm({ draft, setDraft, error, action, isSending, onSubmit, close, children }: Props) {
  const types = useQuery(ciTypes);
  const known = [...new Set([...typesWithFields, ...(types.data?.map(({ type }) => type) ?? [])])].sort();
  const faults = error instanceof ApiError ? error.details : [];
  const faultOf = (field: string) =>
    faults.find((one) => one.field === field || one.field === `body.${field}` || one.field.startsWith(`${field}.`))
      ?.error;
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const setValue = (row: string, change: Partial<DraftValue>) =>
    set({ values: draft.values.map((one) => (one.row === row ? { ...one, ...change } : one)) });
  const add = (part: Part) => set({ values: [...draft.values, { row: crypto.randomUUID(), part, key: "", text: "" }] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const section = (part: Part, title: string) => (
    <>
      <Divider label={title} labelPosition="left" />
      {draft.values
        .filter((one) => one.part === part)
        .map((one) => (
          <ValueRow
            key={one.row}
            value={one}
            isOffered={usualKeys(draft.type).includes(one.key) || one.row.startsWith(`${part}.`)}
            fault={faults.find(({ field }) => field.endsWith(`${part}.${one.key}`))?.error}
            change={(change) => setValue(one.row, change)}
            remove={() => set({ values: draft.values.filter(({ row }) => row !== one.row) })}
          />
        ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => add(part)}
        w="fit-content"
      >
        Add {part === "attributes" ? "an attribute" : "a field"}
      </Button>
    </>
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {children}
        <TextInput
          label="Name"
          required
          maxLength={255}
          value={draft.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          error={faultOf("name")}
          data-autofocus
        />
        <Group grow align="flex-start">
          <Autocomplete
            label="Type"
            required
            data={known}
            value={draft.type}
            onChange={(type) => set({ type })}
            error={faultOf("type")}
          />
          <Select
            label="Status"
            data={CI_STATUSES.map((value) => ({ value, label: words(value) }))}
            value={draft.status}
            onChange={(status) => set({ status: (status ?? "active") as CiStatus })}
            allowDeselect={false}
            error={faultOf("status")}
          />
        </Group>
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          value={draft.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          error={faultOf("description")}
        />
        {section("attributes", "Attributes")}
        {section("custom_fields", "Further fields")}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RowProps {
  value: DraftValue;
  /** Its key is settled. */
  isOffered: boolean;
  fault: string | undefined;
  change: (change: Partial<DraftValue>) => void;
  remove: () => void;
}

function ValueRow({ value: { part, key, text }, isOffered, fault, change, remove }: RowProps) {
  const label = pathWords(`${part}.${key}`) || "New value";
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      {!isOffered && (
        <TextInput
          label="Key"
          value={key}
          maxLength={200}
          onChange={({ currentTarget }) => change({ key: currentTarget.value })}
          w="40%"
        />
      )}
      <TextInput
        label={isOffered ? <bdi>{label}</bdi> : "Value"}
        value={text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        error={fault}
        style={{ flex: 1 }}
      />
      <ActionIcon variant="subtle" color="gray" size={34} onClick={remove} aria-label={`Remove ${label.slice(0, 80)}`}>
        <X size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
