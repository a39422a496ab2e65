import { encode } from "uqr";

/** Modules of quiet around the code: scanners need four. */
const QUIET = 4;

/** A QR code, drawn here: what it says leaves the browser only through the camera in front of it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    // Dark on light in every appearance: many scanners read no inverted code.
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} className="qr-light" />
      <path d={path} className="qr-dark" />
    </svg>
  );
}
