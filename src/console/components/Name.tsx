import type { ReactNode } from "react";

/** A name that comes from users: on its own direction, in one line, clipped, with the beginning of it on hover. */
export function Name({ children, fallback = "–" }: { children: string | null | undefined; fallback?: ReactNode }) {
  if (!children) return <span>{fallback}</span>;
  return (
    <bdi className="clip" title={children.slice(0, 400)}>
      {children.slice(0, 400)}
    </bdi>
  );
}
