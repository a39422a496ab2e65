import type { ReactNode } from "react";

/** Holds what may be wider than the page, scrolls by itself, and is reached with the keyboard. */
export function ScrollBox({ label, isCard, children }: { label: string; isCard?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
    <section className={isCard ? "card table-scroll" : "table-scroll"} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
