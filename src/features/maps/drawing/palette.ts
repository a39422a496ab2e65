import { DARK, LIGHT, type Palette } from "../../../model/palette.ts";

function rules(palette: Palette): string {
  const healths = Object.entries(palette.health)
    .map(([health, colour]) => `.${health}{fill:${colour};color:${colour}}`)
    .join("");
  return (
    `.page{fill:${palette.page}}.card{fill:${palette.card};stroke:${palette.edge}}.subject .card{fill:${palette.subject};` +
    `stroke:${palette.ink}}.ink{fill:${palette.ink}}.quiet{fill:${palette.quietInk}}.icon{stroke:${palette.quietInk}}` +
    `.link{stroke:${palette.link}}.tip{fill:${palette.link}}.label{fill:${palette.quietInk}}${healths}.hot{stroke:${palette.health.critical}}`
  );
}

/** Style sheet of a map: light and dark differ only in colours. It loads no external font. */
export const STYLE =
  "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:11px}" +
  ".title{font-size:18px;font-weight:600}.name{font-size:13px;font-weight:600}.state{font-weight:600}" +
  ".card{stroke-width:1}.subject .card{stroke-width:2}.icon{fill:none;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}" +
  ".link{fill:none;stroke-width:1.2}.weak{stroke-dasharray:5 4}" +
  ".hot{stroke-width:2.4}.label{font-size:10px;text-anchor:middle}" +
  `${rules(LIGHT)}@media(prefers-color-scheme:dark){${rules(DARK)}}`;
