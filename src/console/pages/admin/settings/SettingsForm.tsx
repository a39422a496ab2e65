import {
  Alert,
  Anchor,
  Button,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { isStatus } from "../../../api/error";
import type { components } from "../../../api/v1";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { changesOf, type Draft, draftOf } from "./draft";
import { GENERIC_FIELDS, NUMBERS } from "./explained";

type Settings = components["schemas"]["Settings"];
const SHOWN = [
  ...NUMBERS.flatMap(({ fields }) => fields.map(({ path }) => path as string)),
  ...Object.keys(GENERIC_FIELDS).map((name) => `generic_fields.${name}`),
  "holiday_countries",
  "cloudwatch.topics",
];

export interface SettingsFormProps {
  values: Settings;
  version: string | null;
  reload: () => void;
}

/** All settings with what each decides. An empty number goes back to the default. */
export function SettingsForm({ values, version, reload }: SettingsFormProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(values));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const changes = changesOf(draftOf(values), draft);
  const save = useMutation({
    mutationFn: () =>
      bodyOf(v1.PUT("/v1/admin/settings", { body: changes, headers: version ? { "If-Match": version } : {} })),
    onSuccess: () => {
      notifyDone("The settings are saved");
      return queries.invalidateQueries({ queryKey: ["settings"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isChanged = Object.keys(changes).length > 0;
  return (
    <form onSubmit={submit}>
      <Stack maw={880} gap="lg">
        {NUMBERS.map(({ title, fields }) => (
          <Block key={title} title={title}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {fields.map(({ path, label, hint, unit, preset, max }) => (
                <NumberInput
                  key={path}
                  label={label}
                  description={`${hint} Default ${preset}.`}
                  placeholder={`${preset} (default)`}
                  suffix={` ${unit}`}
                  min={1}
                  max={max}
                  allowDecimal={false}
                  hideControls
                  value={draft.numbers[path] ?? ""}
                  onChange={(value) =>
                    set({ numbers: { ...draft.numbers, [path]: value === "" ? null : Number(value) } })
                  }
                  error={faultOf(save.error, path)}
                />
              ))}
            </SimpleGrid>
          </Block>
        ))}
        <Block title="Planned changes">
          <TagsInput
            label="Countries with holidays"
            description="Countries (DE) and regions (DE-BY) whose public holidays count as conflicts of planned changes, each ended with Enter."
            value={draft.holiday_countries}
            onChange={(holiday_countries) => set({ holiday_countries })}
            error={faultOf(save.error, "holiday_countries")}
            maxTags={50}
          />
        </Block>
        <Block title="Senders of events">
          <Switch
            label="API keys may stand in addresses"
            description="As the parameter api_key, for senders that can set no headers. Addresses end up in logs: turn it off where no sender needs it. Default on."
            checked={draft.api_key_in_query}
            onChange={(event) => set({ api_key_in_query: event.currentTarget.checked })}
          />
          <TagsInput
            label="Trusted topics of Amazon SNS"
            description="ARNs whose messages are taken, with their signatures checked. Without any, the sender's credential decides."
            value={draft.topics}
            onChange={(topics) => set({ topics })}
            error={faultOf(save.error, "cloudwatch.topics")}
          />
        </Block>
        <Block title="Fields of generic senders">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {Object.entries(GENERIC_FIELDS).map(([name, label]) => (
              <TextInput
                key={name}
                label={label}
                description={`Where a message holds it, as names joined by dots. Default ${name}.`}
                placeholder={name}
                maxLength={200}
                value={draft.generic[name] ?? ""}
                onChange={(event) => set({ generic: { ...draft.generic, [name]: event.currentTarget.value } })}
                error={faultOf(save.error, `generic_fields.${name}`)}
              />
            ))}
          </SimpleGrid>
        </Block>
        {isStatus(save.error, 412) ? (
          <Alert color="yellow" role="alert" title="Somebody else changed the settings meanwhile">
            <Anchor component="button" type="button" onClick={reload}>
              Read them anew
            </Anchor>
            ; what you typed here is lost then.
          </Alert>
        ) : (
          <FormFaults error={save.error} shown={SHOWN} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            Save settings
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => setDraft(draftOf(values))}>
              Undo changes
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card card-padded">
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack>{children}</Stack>
    </section>
  );
}
