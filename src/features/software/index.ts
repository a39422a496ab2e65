/** Software: what an installed program is, without regard to how a host spells it. */
export * from "./engine/index.ts";
