import { Button, Group, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FormFaults } from "./FormFaults";

export interface FormModalProps {
  title: string;
  /** The verb on the button. */
  action?: string;
  close: () => void;
  submit: () => void;
  isPending: boolean;
  error: unknown;
  /** Fields that show their own fault. */
  fields: readonly string[];
  /** What was created, with its secret: takes the place of the form. */
  created?: ReactNode;
  children: ReactNode;
}

/** A form of a thing that may have a secret, and then the secret that is shown once. Only its button closes it then. */
export function FormModal(props: FormModalProps) {
  const { title, action = "Create", close, submit, isPending, error, fields, created, children } = props;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const hasCreated = Boolean(created);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!hasCreated}
      withCloseButton={!hasCreated}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {hasCreated ? (
        <Stack>
          {created}
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={onSubmit}>
          <Stack>
            <FormFaults error={error} shown={fields} />
            {children}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={isPending}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
