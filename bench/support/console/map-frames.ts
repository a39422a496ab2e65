import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { percentile } from "../statistics.ts";
import { bareCanvas } from "./bare-canvas.ts";
import { type ConsoleTarget, numberOf, openPage, originOf } from "./pages.ts";

/** Notes each frame, and whether the mouse had moved the map since the one before. */
const RECORD = `
globalThis.recordFrames = () => {
  const frames = [];
  let isOver = false, inputs = 0;
  const count = () => { inputs++; };
  for (const kind of ["mousemove", "wheel"]) addEventListener(kind, count, true);
  const next = (at) => {
    frames.push([at, inputs]);
    inputs = 0;
    if (!isOver) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  return () => { isOver = true; removeEventListener("mousemove", count, true); removeEventListener("wheel", count, true); return frames; };
};`;

/** Between two movements of the mouse, and most that the browser has not handed on. */
const MOVE_MS = 6;
const MOST_UNDER_WAY = 6;

/** Frames while the map was moved without a pause. */
export interface Motion {
  /** Frames a second that followed a movement of the mouse. */
  perSecond: number;
  /** All frames a second, as the browser asks for them. */
  framesPerSecond: number;
  /** Between two frames, milliseconds. */
  p95: number;
  worst: number;
  /** Share of the time in which scripts ran. */
  scriptShare: number;
}

export interface MapFrames {
  /** From the start of the navigation until the map is laid out and drawn, milliseconds. */
  settledMs: number[];
  pan: Motion;
  zoom: Motion;
  /** Panned at a size at which names can be read. */
  near: Motion;
  bare: Motion;
}

export interface MapSize {
  nodes: number;
  links: number;
  depth: number;
}

const HINT = `document.querySelector("#page [role=status]")?.textContent`;

export async function mapFrames(
  target: ConsoleTarget,
  root: string,
  { nodes, links, depth }: MapSize,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<MapFrames> {
  const settledMs: number[] = [];
  const hint = `${nodes} of ${nodes} CIs, ${links} relationships`;
  const script = `${RECORD}
    globalThis.laidOut = whenShown(() => (${HINT} ?? "").startsWith("${hint}")
      && document.querySelector(".map-surface canvas") && !document.querySelector("[aria-label='Laying out']"));`;
  const address = `${originOf(target.port)}/console/map?roots=${root}&depth=${depth}&limit=${nodes}`;
  for (let round = 0; ; round++) {
    const { page, debug, close } = await openPage(target, { script });
    try {
      await page.goto(address, { waitUntil: "commit" });
      settledMs.push(await numberOf(page, "globalThis.laidOut"));
      if (round < rounds - 1) continue;
      await page.waitForTimeout(1_000);
      const surface = page.locator(".map-surface");
      const pan = await recorded(page, debug, () => drag(page, surface, seconds));
      const zoom = await recorded(page, debug, () => wheel(page, surface, seconds));
      for (let i = 0; i < 12; i++) await page.getByRole("button", { name: "Zoom in" }).click();
      const near = await recorded(page, debug, () => drag(page, surface, seconds));
      const bare = await bareFrames(target, { nodes, links, seconds });
      return { settledMs, pan, zoom, near, bare };
    } finally {
      await close();
    }
  }
}

/** The same drag over a canvas that does no more than draw as many squares and lines for each movement. */
async function bareFrames(
  target: ConsoleTarget,
  { nodes, links, seconds }: { nodes: number; links: number; seconds: number },
) {
  const { page, debug, close } = await openPage(target, { isLoggedIn: false, script: RECORD });
  try {
    await page.setContent(bareCanvas(nodes, links));
    await page.evaluate(RECORD);
    return await recorded(page, debug, () => drag(page, page.locator("canvas"), seconds));
  } finally {
    await close();
  }
}

type Surface = ReturnType<Page["locator"]>;

async function corner(surface: Surface) {
  const box = await surface.boundingBox();
  if (!box) throw new Error("the map is not in sight");
  return { x: box.x + 6, y: box.y + 6, width: box.width - 12, height: box.height - 12 };
}

/** Holds the background and goes in circles. */
async function drag(page: Page, surface: Surface, seconds: number): Promise<void> {
  const { x, y, width, height } = await corner(surface);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const radius = Math.min(width, height) / 4;
  await withoutPause(seconds, (ms) => {
    const angle = (ms / 1_500) * 2 * Math.PI;
    return page.mouse.move(x + radius * (1 - Math.cos(angle)), y + radius * (1 + Math.sin(angle)));
  });
  await page.mouse.up();
}

/** In and out again, a second each. */
async function wheel(page: Page, surface: Surface, seconds: number): Promise<void> {
  const { x, y, width, height } = await corner(surface);
  await page.mouse.move(x + width / 2, y + height / 2);
  await withoutPause(seconds, (ms) => page.mouse.wheel(0, Math.floor(ms / 1_000) % 2 === 0 ? -12 : 12));
}

/** A mouse tells of itself whether or not the page has followed; the browser hands a frame's movements on together. */
async function withoutPause(seconds: number, move: (ms: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const under = new Set<Promise<void>>();
  for (let ms = 0; ms < seconds * 1_000; ms = performance.now() - began) {
    if (under.size < MOST_UNDER_WAY) {
      const one: Promise<void> = move(ms).finally(() => under.delete(one));
      under.add(one);
    }
    await sleep(MOVE_MS);
  }
  await Promise.all(under);
}

async function recorded(page: Page, debug: CDPSession, move: () => Promise<void>): Promise<Motion> {
  await debug.send("Performance.enable");
  const scripts = async () => {
    const { metrics } = await debug.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
    return { at: of("Timestamp"), script: of("ScriptDuration") };
  };
  const before = await scripts();
  await page.evaluate("void (globalThis.stopFrames = globalThis.recordFrames())");
  await move();
  const frames = (await page.evaluate("globalThis.stopFrames()")) as [number, number][];
  const after = await scripts();
  return motionOf(frames, (after.script - before.script) / (after.at - before.at));
}

/** @param frames when each began, in milliseconds, and how many movements came since the one before */
function motionOf(frames: readonly (readonly [number, number])[], scriptShare: number): Motion {
  const intervals = frames.slice(1).map(([at], i) => at - frames[i]![0]);
  const elapsed = (frames.at(-1)?.[0] ?? 0) - (frames[0]?.[0] ?? 0);
  const moved = frames.slice(1).filter(([, inputs]) => inputs > 0).length;
  return {
    perSecond: moved / (elapsed / 1_000),
    framesPerSecond: intervals.length / (elapsed / 1_000),
    p95: percentile(intervals, 95),
    worst: Math.max(...intervals),
    scriptShare,
  };
}
