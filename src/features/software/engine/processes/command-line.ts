import { programFoldersOf } from "./program-folders.ts";

/** The program that a command line runs. */
export interface RunTarget {
  /** Names to look up, the most specific first: main class, jar, module, package, script. */
  names: string[];
  /** Folders in which the script or jar is installed, then those of the program, the innermost first. */
  folders: string[][];
}

const MAX_LENGTH = 8192;
const MAX_WORDS = 256;
const INTERPRETER =
  /^(?:java|javaw|node|nodejs|python[\d.]*w?|py|pyw|ruby[\d.]*|perl[\d.]*|php[\d.]*|bash|sh|dash|zsh|ksh|dotnet|mono|deno|bun|lua[\d.]*|tclsh|wscript|cscript|powershell|pwsh|env|w?erl|beam(?:\.smp)?)$/;
/** Options whose value is the next word, by the beginning of the interpreter's name. */
const VALUE_OPTIONS: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [
    /^java/,
    new Set(
      "-cp -classpath --class-path -p --module-path --upgrade-module-path --add-modules --add-opens --add-exports --add-reads --source".split(
        " ",
      ),
    ),
  ],
  [/^py/, new Set(["-W", "-X", "-Q"])],
  [/^(?:node|deno|bun)/, new Set("-r --require --loader --experimental-loader --import -C --conditions".split(" "))],
  [/^ruby/, new Set(["-r", "-I", "-C"])],
  [/^perl/, new Set(["-I"])],
  [/^php/, new Set(["-c", "-d", "-S", "-t", "-z"])],
  [/^(?:ba|da|z|k)?sh$/, new Set(["-o", "-O", "--rcfile", "--init-file"])],
  [/^dotnet/, new Set("--runtimeconfig --depsfile --fx-version --additionalprobingpath --additional-deps".split(" "))],
];
/** Options whose value is program code: they name no program. */
const INLINE_CODE_OPTIONS = new Set(["-e", "-E", "--eval", "-p", "--print"]);
/** Subcommands that precede the program. */
const RUN_COMMANDS = new Set(["exec", "run", "start", "serve"]);
/** Script names that fit any program. */
const GENERIC_SCRIPTS =
  /^(?:cron|sync|backup|test|api|web|bot|job|task|queue|scheduler|proxy|gateway|login|upload|build|watch|deploy|report|import|export|cleanup|script|mail|send|config|console|shell|artisan|manage|wsgi|asgi|cli|dist|init|utils?|process|consumer|producer|listener|batch|control|check|status)$/i;
const SCRIPT = /\.(?:m?js|cjs|ts|py|pyc|pyz|rb|pl|php|sh)$/i;
const GENERIC_FOLDERS = new Set([
  "bin",
  "sbin",
  "usr",
  "opt",
  "lib",
  "lib64",
  "libexec",
  "share",
  "local",
  "app",
  "apps",
  "application",
  "applications",
  "program files",
  "program files (x86)",
  "programs",
  "programdata",
  "windows",
  "system32",
  "syswow64",
  "contents",
  "macos",
  "resources",
  "frameworks",
  "jre",
  "jdk",
  "jvm",
  "java",
  "home",
  "users",
  "appdata",
  "roaming",
  "srv",
  "var",
  "etc",
  "tmp",
  "temp",
  "current",
  "versions",
  "latest",
  "dist",
  "build",
  "src",
  "server",
  "client",
  "common",
  "x64",
  "x86",
  "node_modules",
  "site-packages",
  "dist-packages",
  "python",
  "node",
  "scripts",
  "tools",
  "runtime",
  "root",
  "c:",
  "d:",
  "cmd",
  "mingw64",
  "usr.bin",
  "system",
]);

/** Splits a command line into words as shells do; at most 256 words of the first 8,192 characters. */
export function splitCommandLine(text: string): string[] {
  const words: string[] = [];
  const pattern = /"([^"]*)"?|'([^']*)'?|(\S+)/g;
  for (const match of text.slice(0, MAX_LENGTH).matchAll(pattern)) {
    words.push(match[1] ?? match[2] ?? match[3] ?? "");
    if (words.length >= MAX_WORDS) break;
  }
  return words;
}

/** Last part of a Unix or Windows path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Parses a command line into the names and folders of the program that it runs. */
export function readCommandLine(text: string): RunTarget {
  const words = joinWindowsPath(splitCommandLine(text));
  const names: string[] = [];
  const program = words[0] ?? "";
  const interpreter = baseName(program)
    .toLowerCase()
    .replace(/\.exe$/, "");
  let script = "";
  if (INTERPRETER.test(interpreter)) script = targetOf(interpreter, words.slice(1), names);
  return { names: names.filter((name) => name !== ""), folders: [foldersOf(script), foldersOf(program)] };
}

/** Joins the words of an unquoted path with blanks: `C:\Program Files\Tool\tool.exe`. */
function joinWindowsPath(words: string[]): string[] {
  if (!/^[a-z]:\\/i.test(words[0] ?? "") || /\.(?:exe|com|cmd|bat)$/i.test(words[0]!)) return words;
  const end = words.slice(0, 8).findIndex((word) => /\.(?:exe|com|cmd|bat)$/i.test(word));
  return end <= 0 ? words : [words.slice(0, end + 1).join(" "), ...words.slice(end + 1)];
}

/** Adds the names of Erlang options: the application to start (`-s rabbit boot`) and the node (`-sname rabbit@host`). */
function addErlangNames(words: readonly string[], names: string[]): string {
  for (const option of ["-s", "-sname", "-name"]) {
    for (let at = words.indexOf(option); at >= 0; at = words.indexOf(option, at + 1)) {
      names.push((words[at + 1] ?? "").replace(/@.*$/, ""));
    }
  }
  return words.find((word) => /[/\\]/.test(word) && !/erlang|\berts-|erl\d/i.test(word)) ?? "";
}

/** Adds the names of the program that an interpreter runs; returns its path, or an empty text. */
function targetOf(interpreter: string, words: readonly string[], names: string[]): string {
  if (/^(?:w?erl$|beam)/.test(interpreter)) return addErlangNames(words, names);
  const takesValue = VALUE_OPTIONS.find(([name]) => name.test(interpreter))?.[1];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const next = words[at + 1] ?? "";
    if (word === "-jar" && next !== "") return addFileNames(next, names);
    if (word === "-m" && interpreter.startsWith("py")) return addModuleNames(next, names);
    if ((word === "-m" || word === "--module") && interpreter.startsWith("java"))
      return addModuleNames(next.split("/").at(-1)!, names);
    if (word === "-c" && /sh$/.test(interpreter)) return addFileNames(splitCommandLine(next)[0] ?? "", names);
    if (INLINE_CODE_OPTIONS.has(word) && /^(?:node|deno|bun|perl|ruby)/.test(interpreter)) return "";
    if (word === "-c" && interpreter.startsWith("py")) return "";
    if (word === "-f" && interpreter.startsWith("php")) continue;
    if (word === "clojure.main") continue;
    if (takesValue?.has(word)) at++;
    else if (RUN_COMMANDS.has(word) && /^(?:dotnet|deno|bun)/.test(interpreter)) continue;
    else if (/^-D(?!user\.)[\w.]*(?:home|name|base|path\.home|install)[\w.]*=./i.test(word))
      names.push(installedName(word.slice(word.indexOf("=") + 1)));
    else if (!word.startsWith("-") && !/^[A-Z_]+=/.test(word)) {
      return interpreter.startsWith("java") && !/[/\\]/.test(word)
        ? addModuleNames(word, names)
        : addFileNames(word, names);
    }
  }
  return "";
}

/** The last part of an option's path if programs are installed there, or a name without a path. */
function installedName(value: string): string {
  return /[/\\]/.test(value) && programFoldersOf(`${value}/`).length === 0 ? "" : baseName(value);
}

/** Adds a main class or module, and its package. */
function addModuleNames(name: string, names: string[]): string {
  names.unshift(name, ...(/^[a-z_]\w*\./i.test(name) ? [name.slice(0, name.indexOf("."))] : []));
  return "";
}

/** Adds a script, jar or assembly by the name of its file, and by its package. */
function addFileNames(path: string, names: string[]): string {
  const file = baseName(path).replace(/\.(?:jar|war|m?js|cjs|ts|py|pyc|pyz|rb|pl|php|phar|dll|exe|sh)$/i, "");
  const found = /node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)|(?:site|dist)-packages[/\\]([^/\\]+)/.exec(path);
  const packageName = found?.[1] ?? found?.[2];
  const fileNames = SCRIPT.test(path) && GENERIC_SCRIPTS.test(file) ? [] : [file];
  names.unshift(...(packageName === undefined ? fileNames : [packageName, ...fileNames]));
  return path;
}

/** Names of the folders in which the program of a path is installed, the innermost first, without generic ones. */
export function foldersOf(path: string): string[] {
  return programFoldersOf(path)
    .reverse()
    .map((part) => part.replace(/\.app$/i, ""))
    .filter((part) => part.length >= 2 && !GENERIC_FOLDERS.has(part.toLowerCase()));
}
