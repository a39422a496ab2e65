/** A value of 0 to 100 as a bar beside its figure. Hidden from screen readers, which read the figure. */
export function Bar({ value, colour }: { value: number; colour?: string }) {
  const width = `${Math.min(100, Math.max(0, value))}%`;
  return (
    <div className="bar" aria-hidden style={colour ? { ["--bar-colour" as string]: colour } : undefined}>
      <span style={{ width }} />
    </div>
  );
}
