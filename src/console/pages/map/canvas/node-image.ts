import { HEALTH_MARKS } from "../../../../model/health-marks";
import { iconShape } from "../../../../model/map-icons";
import type { Palette, ShownHealth } from "../../../../model/palette";

/** Side of a node in the map, and of its picture, whose health mark stands out at the corner. */
export const NODE = 40;
export const IMAGE = 56;

/** Icon of a type with the mark of its health, as markup of `IMAGE` by `IMAGE`: kind and state show without colours. */
export function nodeMarkup(type: string, health: ShownHealth, { ink, card, health: colours }: Palette): string {
  const mark =
    health === "healthy"
      ? ""
      : `<circle cx="46" cy="10" r="9.5" fill="${card}"/>` +
        `<path transform="translate(41 5)" fill-rule="evenodd" fill="${colours[health]}" d="${HEALTH_MARKS[health].shape}"/>`;
  return (
    `<path transform="translate(17 17) scale(1.375)" d="${iconShape(type)}" fill="none" stroke="${ink}" ` +
    `stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"/>${mark}`
  );
}

export function nodeImage(type: string, health: ShownHealth, palette: Palette): string {
  const size = `width="${IMAGE}" height="${IMAGE}" viewBox="0 0 ${IMAGE} ${IMAGE}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${nodeMarkup(type, health, palette)}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}
