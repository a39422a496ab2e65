/** JSON or other text of a program, at most `MOST` characters of it. Reached with the keyboard, since it may scroll. */
const MOST = 20_000;

export function CodeBlock({ label, value }: { label: string; value: unknown }) {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  return (
    <section
      className="code-block"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
      tabIndex={0}
      aria-label={label}
      dir="ltr"
    >
      {text.length > MOST ? `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters` : text}
    </section>
  );
}
