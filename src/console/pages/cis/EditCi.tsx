import { Alert, Button, Drawer, Group, List, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { v1 } from "../../api/client";
import { isStatus } from "../../api/error";
import { useActorNames } from "../../components/Actor";
import { notifyDone } from "../../components/notify";
import { refreshCis } from "./bulk";
import { CiForm } from "./CiForm";
import { type Ci, oneCi } from "./ci-queries";
import { changesSince, draftOf, patchOf } from "./draft";
import { type Difference, pathWords } from "./flatten";
import { textOf } from "./values";

interface Conflict {
  current: Ci;
  etag: string | undefined;
  changes: readonly Difference[];
}

/** Changes a CI as it stood when the form was opened; says who changed what meanwhile, and lets the person decide. */
export function EditCi({ ci, etag, close }: { ci: Ci; etag: string | undefined; close: () => void }) {
  // The page follows what changes; the form holds on to what it began with.
  const [base, setBase] = useState({ ci, etag });
  const [draft, setDraft] = useState(() => draftOf(ci));
  const [conflict, setConflict] = useState<Conflict>();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (known: { ci: Ci; etag: string | undefined }) =>
      v1.PUT("/v1/cmdb/ci/{id}", {
        params: { path: { id: ci.id }, header: known.etag ? { "If-Match": known.etag } : {} },
        body: patchOf(base.ci, draft),
      }),
    onSuccess: () => {
      refreshCis();
      notifyDone("Changes saved");
      close();
    },
    onError: async (error) => {
      if (!isStatus(error, 412)) return;
      const fresh = await cache.fetchQuery({ ...oneCi(ci.id), staleTime: 0 });
      setConflict({ current: fresh.ci, etag: fresh.etag, changes: changesSince(base.ci, fresh.ci) });
    },
  });
  const submit = () => {
    if (Object.keys(patchOf(base.ci, draft)).length === 0) close();
    else save.mutate(base);
  };
  const takeTheirs = (theirs: Conflict) => {
    setBase({ ci: theirs.current, etag: theirs.etag });
    setDraft(draftOf(theirs.current));
    setConflict(undefined);
    save.reset();
  };
  const isConflict = isStatus(save.error, 412);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={`Edit ${ci.name.slice(0, 80)}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <CiForm
        draft={draft}
        setDraft={setDraft}
        error={save.error}
        action="Save changes"
        isSending={save.isPending}
        onSubmit={submit}
        close={close}
      >
        {save.error && !isConflict && (
          <Alert color="red" role="alert">
            {save.error.message}
          </Alert>
        )}
        {conflict && (
          <ConflictNote
            conflict={conflict}
            keep={() => save.mutate({ ci: conflict.current, etag: conflict.etag })}
            drop={() => takeTheirs(conflict)}
          />
        )}
      </CiForm>
    </Drawer>
  );
}

function ConflictNote({ conflict, keep, drop }: { conflict: Conflict; keep: () => void; drop: () => void }) {
  const nameOf = useActorNames();
  const { current, changes } = conflict;
  return (
    <Alert color="yellow" role="alert" title={`${nameOf(current.updated_by)} changed this item while you were editing`}>
      <List size="sm" mb="xs">
        {changes.slice(0, 12).map(({ path, before, after }) => (
          <List.Item key={path}>
            <bdi>{pathWords(path)}</bdi>: <bdi>{textOf(before).slice(0, 80) || "nothing"}</bdi> became{" "}
            <bdi>{textOf(after).slice(0, 80) || "nothing"}</bdi>
          </List.Item>
        ))}
        {changes.length === 0 && <List.Item>Its relationships or time of change, no value</List.Item>}
      </List>
      <Text size="sm" mb="xs">
        Nothing of yours is saved yet. Saving writes only the fields that you changed; the others keep the values above.
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={keep}>
          Save my changes on top
        </Button>
        <Button size="xs" variant="default" onClick={drop}>
          Drop mine and start from theirs
        </Button>
      </Group>
    </Alert>
  );
}
