import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { notifyDone } from "../../../components/notify";

export interface RevokeButtonProps {
  /** First member of the keys of lists that show it. */
  kind: string;
  name: string;
  what: string;
  revoke: () => Promise<unknown>;
  /** What ends with it. */
  children: ReactNode;
}

/** Revokes a credential, after asking once. */
export function RevokeButton({ kind, name, what, revoke, children }: RevokeButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: revoke,
    onSuccess: () => {
      setAsked(false);
      notifyDone(`The ${what} is revoked`);
      return queries.invalidateQueries({ queryKey: [kind] });
    },
  });
  const cancel = () => {
    setAsked(false);
    act.reset();
  };
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        color="red"
        onClick={() => setAsked(true)}
        aria-label={`Revoke ${name.slice(0, 80)}`}
      >
        Revoke
      </Button>
      <ConfirmModal
        title={`Revoke ${what} ${name}?`}
        action="Revoke"
        isOpen={isAsked}
        isPending={act.isPending}
        error={act.error}
        close={cancel}
        confirm={() => act.mutate()}
      >
        {children}
      </ConfirmModal>
    </>
  );
}
