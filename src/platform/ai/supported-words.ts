import { withoutAddresses } from "./addresses.ts";

/** Digits of any script, with what may stand between them. */
const FIGURE = /\p{N}+(?:[.,:]\p{N}+)*/gu;
/** Figures that are letters elsewhere: Chinese and Japanese ones. */
const HAN_FIGURE = /[〇一二三四五六七八九十百千万萬亿億兆零壹贰貳叁參肆伍陆陸柒捌玖拾佰仟两兩廿卅]+/gu;
const MARKUP = /<[a-z!/?][^>]*>?/gi;
/** Names of hosts and people at hosts. */
const HOST = /[\p{L}\p{N}._%+-]*@[\p{L}\p{N}.-]+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
  "nineteen twenty";
const SMALL = new Map(WORDS.split(" ").map((word, value) => [word, String(value)]));
const LARGE =
  /\b(?:thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?|twice|thrice|dozens?|half|third|quarter|percent)\b/i;
const SPELLED = new RegExp(`\\b(?:${WORDS.replaceAll(" ", "|")})\\b`, "gi");
/** "one" is an article more often than a figure. */
const PLAIN_WORDS = new Set(["one"]);

/**
 * A model's words as they may be shown: cut to `longest` characters; undefined where nothing is left, or where `isSupported`
 * finds what does not stand in `evidence`, which is what the model was to put into words.
 */
export function supportedWords(words: string, evidence: string, longest: number): string | undefined {
  const text = words.slice(0, longest).toWellFormed().trim();
  return text !== "" && isSupported(text, evidence) ? text : undefined;
}

/**
 * Whether a model's words say nothing that the evidence does not: each figure, in digits or in words, and each host name
 * stands in it, and there is neither an address of a page nor markup that is no part of a name.
 */
export function isSupported(text: string, evidence: string): boolean {
  const said = text.normalize("NFKC");
  const source = evidence.normalize("NFKC");
  if (withoutAddresses(said) !== said) return false;
  if ([...(said.match(MARKUP) ?? []), ...(said.match(HAN_FIGURE) ?? [])].some((part) => !source.includes(part)))
    return false;
  if (romanFigures(text).some((figure) => !evidence.includes(figure))) return false;
  const figures = new Set(source.match(FIGURE)?.flatMap((figure) => [plain(figure), ...timesIn(figure)]));
  if (!(said.match(FIGURE) ?? []).every((figure) => figures.has(plain(figure)))) return false;
  const isKnownWord = (word: string) =>
    PLAIN_WORDS.has(word) || figures.has(SMALL.get(word) ?? "") || hasWord(source, word);
  if (!(said.match(SPELLED) ?? []).every((word) => isKnownWord(word.toLowerCase()))) return false;
  const large = LARGE.exec(said);
  if (large && !hasWord(source, large[0])) return false;
  return (said.match(HOST) ?? []).every((host) => source.toLowerCase().includes(host.toLowerCase()));
}

/** Figures that become letters in comparable form: `Ⅻ`. */
function romanFigures(text: string): string[] {
  return (text.match(/\p{N}/gu) ?? []).filter((figure) => !/\p{N}/u.test(figure.normalize("NFKC")));
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`, "i").test(text);
}

/** Hours and minutes of a time of day, and its parts. */
function timesIn(figure: string): string[] {
  const parts = figure.split(":");
  return parts.length > 1 ? [...parts, parts.slice(0, 2).join(":")] : [];
}

function plain(figure: string): string {
  return figure.replace(/(?<=\p{N}),(?=\p{N}{3}\b)/gu, "");
}
