import { Alert, Button, Drawer } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { isStatus } from "../../api/error";
import { notifyDone } from "../../components/notify";
import { refreshCis } from "./bulk";
import { CiForm } from "./CiForm";
import { type Draft, emptyDraft, newCiOf, usualKeys } from "./draft";

/** Makes a CI by hand. A second one of the same name is made only when the person says so. */
export function NewCi({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => emptyDraft("server"));
  const create = useMutation({
    mutationFn: (isSecond: boolean) =>
      bodyOf(
        v1.POST("/v1/cmdb/ci", { params: { query: isSecond ? { allow_duplicate: true } : {} }, body: newCiOf(draft) }),
      ),
    onSuccess: ({ id, name }) => {
      refreshCis();
      notifyDone(`${name.slice(0, 80)} created`);
      void navigate({ to: "/cis/$ciId", params: { ciId: id } });
    },
  });
  const change = (next: Draft) => setDraft(next.type === draft.type ? next : withFieldsOfType(next));
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title="New configuration item"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <CiForm
        draft={draft}
        setDraft={change}
        error={create.error}
        action="Create"
        isSending={create.isPending}
        onSubmit={() => create.mutate(false)}
        close={close}
      >
        {create.error && (
          <Alert color={isStatus(create.error, 409) ? "yellow" : "red"} role="alert">
            {create.error.message}
            {isStatus(create.error, 409) && (
              <Button mt="xs" size="xs" variant="default" display="block" onClick={() => create.mutate(true)}>
                Create a second one
              </Button>
            )}
          </Alert>
        )}
      </CiForm>
    </Drawer>
  );
}

/** Keeps what was typed, and offers what is usual for the new type. */
function withFieldsOfType(draft: Draft): Draft {
  const kept = draft.values.filter(({ text, row }) => text.trim() || !row.match(/^[a-z_]+$/));
  const missing = usualKeys(draft.type).filter((key) => !kept.some((one) => one.key === key));
  return {
    ...draft,
    values: [...kept, ...missing.map((key) => ({ row: key, part: "attributes" as const, key, text: "" }))],
  };
}
