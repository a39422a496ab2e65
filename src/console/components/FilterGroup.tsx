import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";

/**
 * Filters in a row. On a phone a button unfolds them, since they would fill half of its screen; which of them hold, the
 * chips say all the same.
 */
export function FilterGroup({ align, children }: { align: "center" | "flex-end"; children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        leftSection={<SlidersHorizontal size={14} aria-hidden />}
        onClick={toggle}
      >
        Filters
      </Button>
      <Group gap="xs" align={align} visibleFrom={isOpen ? undefined : "sm"} role="group" aria-label="Filters">
        {children}
      </Group>
    </>
  );
}
