import { DARK, LIGHT } from "../charts/palette.ts";
import type { Colour } from "../charts/scene.model.ts";

const variables = (colours: Readonly<Record<Colour, string>>) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

const classes = Object.keys(LIGHT)
  .map((name) => `.c-${name}{fill:var(--${name})}.l-${name}{stroke:var(--${name});fill:none}`)
  .join("");

const GROUND_LIGHT = "--page:#f4f6f8;--card:#fff;--edge:#d9e0e7;--stripe:#f8fafb;--head:#1f4e79;--head-ink:#fff";
const GROUND_DARK = "--page:#12171d;--card:#1c232c;--edge:#333d48;--stripe:#202832;--head:#26445f;--head-ink:#f2f6fa";

/** Style sheet of the page. */
export const CSS = `
:root{${variables(LIGHT)};${GROUND_LIGHT}}
@media(prefers-color-scheme:dark){:root{${variables(DARK)};${GROUND_DARK}}}
@media print{:root{${variables(LIGHT)};${GROUND_LIGHT};--page:#fff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif}
main{max-width:1280px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:30px;line-height:1.2;margin:0 0 4px;font-weight:650;letter-spacing:-.01em}
h2{font-size:19px;margin:40px 0 4px;font-weight:650}
p{margin:0 0 12px;color:var(--quiet);max-width:90ch}
.cover{border-top:4px solid var(--neutral);padding-top:20px;margin-bottom:24px}
.facts{display:flex;flex-wrap:wrap;gap:8px 32px;margin:16px 0 0;font-size:13px}
.facts dt{color:var(--quiet)}.facts dd{margin:0;font-weight:600}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;margin:0}
.tile{background:var(--card);border:1px solid var(--edge);border-left:4px solid var(--grid);border-radius:8px;padding:14px 16px;break-inside:avoid}
.tile dt{font-size:13px;color:var(--quiet)}
.tile .value{margin:2px 0 0;font-size:26px;line-height:1.25;font-weight:650;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.tile .below{margin:4px 0 0;font-size:12.5px;color:var(--quiet)}
.tone-good{border-left-color:var(--good)}.tone-warning{border-left-color:var(--warning)}.tone-bad{border-left-color:var(--bad)}
.tone-bad .value{color:var(--bad)}.tone-warning .value{color:var(--warning)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(520px,100%),1fr));gap:12px;margin-top:12px}
.panel{margin:0;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:16px;break-inside:avoid}
figcaption{margin-bottom:10px}figcaption b{display:block;font-size:15px}figcaption span{font-size:12.5px;color:var(--quiet)}
.chart{display:block;width:100%;max-width:860px;height:auto;margin:0 auto;overflow:visible}
.chart text{font-size:11px;font-family:inherit}.chart text.strong{font-weight:650}.curve{stroke-width:2;stroke-linejoin:round}
.picture{overflow-x:auto}.picture svg{max-width:100%;height:auto}
.scroll{overflow-x:auto;border:1px solid var(--edge);border-radius:8px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:13.5px}
thead th{background:var(--head);color:var(--head-ink);text-align:left;font-weight:600;padding:8px 12px;vertical-align:bottom;white-space:nowrap}
tbody th,td{padding:7px 12px;text-align:left;font-weight:400;vertical-align:top;border-top:1px solid var(--edge);overflow-wrap:break-word;max-width:44ch}
td.t{white-space:nowrap}tbody th{overflow-wrap:anywhere;min-width:14ch}
tbody th{font-weight:600}
tbody tr:nth-child(even){background:var(--stripe)}
.n,thead th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.empty{font-size:13.5px;padding-top:8px}
.notes ul{margin:4px 0 0;padding-left:20px;color:var(--quiet);font-size:13.5px;max-width:95ch}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media print{main{max-width:none;padding:0}body{font-size:10.5pt}.scroll{overflow:visible;border:0}.picture{overflow:visible}thead{display:table-header-group}tr{break-inside:avoid}h2{break-after:avoid}.charts{display:block}.panel{margin-bottom:12px}@page{margin:14mm}}
${classes}`;
