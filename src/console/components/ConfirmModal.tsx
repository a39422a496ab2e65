import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FormFaults } from "./FormFaults";

export interface ConfirmModalProps {
  /** The question, naming the thing: "Delete webhook ...?" */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  isOpen: boolean;
  isPending: boolean;
  error?: unknown;
  close: () => void;
  confirm: () => void;
}

/** Asks once before something that cannot be taken back. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title, children, action, isOpen, isPending, error, close, confirm } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={<bdi>{title.length > 120 ? `${title.slice(0, 119)}…` : title}</bdi>}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack>
        <div>{children}</div>
        <FormFaults error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
