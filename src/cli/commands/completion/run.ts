/** `goldie completion`: scripts for shells, from the commands' data. */
import { dialects } from "../../../dialects/index.ts";
import { formats } from "../../../formats/index.ts";
import { fusions, normalisations } from "../../../fusion/index.ts";
import { metrics } from "../../../metrics/index.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { COMMON_FLAGS, type Command, type CommandFlag, type ValuesOf } from "../../shared/command.ts";
import { commands } from "../index.ts";

const WRITERS: Readonly<Record<string, (all: readonly Command[]) => string>> = { bash, zsh, fish };

export async function runCompletion(args: Args, { stdout }: Effects): Promise<number> {
  await stdout.write(WRITERS[args.positionals[0]!]!(commands));
  return 0;
}

const VALUES: Readonly<Record<ValuesOf, () => readonly string[]>> = {
  dialects: () => dialects.map(({ id }) => id),
  metrics: () => metrics.map(({ id }) => id),
  formats: () => formats.map(({ id }) => id),
  fusions: () => fusions.map(({ id }) => id),
  normalisations: () => normalisations.map(({ id }) => id),
};

const choicesOf = ({ choices, of }: { choices?: readonly string[]; of?: ValuesOf }): readonly string[] =>
  choices ?? (of === undefined ? [] : VALUES[of]());

const flagsOf = (command: Command): readonly CommandFlag[] => [...command.flags, ...COMMON_FLAGS];
const namesOf = ({ flag, short }: CommandFlag): string[] => (short === undefined ? [flag] : [flag, short]);
const words = (list: readonly string[]): string => list.join(" ");
/** Candidates for the first argument, if it is not a file. */
const firstChoices = ({ positionals: [first] }: Command): readonly string[] =>
  first === undefined || first.file ? [] : choicesOf(first);

function bash(all: readonly Command[]): string {
  const values = all.flatMap((command) =>
    flagsOf(command)
      .filter((flag) => choicesOf(flag).length > 0)
      .map((flag) => {
        const cases = namesOf(flag).map((name) => `${command.id}:${name}`);
        return `    ${cases.join("|")}) COMPREPLY=($(compgen -W "${words(choicesOf(flag))}" -- "$cur")); return ;;`;
      }),
  );
  const flags = all.map(
    (command) =>
      `      ${command.id}) COMPREPLY=($(compgen -W "${words(flagsOf(command).flatMap(namesOf))}" -- "$cur")) ;;`,
  );
  const firsts = all
    .filter((command) => firstChoices(command).length > 0)
    .map(
      (command) =>
        `    ${command.id}) [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W "${words(firstChoices(command))}" -- "$cur")) && return ;;`,
    );
  return `# bash completion for goldie: source <(goldie completion bash)
_goldie() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  # --as=tr comes as three words
  if [ "$cur" = "=" ]; then
    cur=
  elif [ "$prev" = "=" ]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${words([...all.map(({ id }) => id), "help", "--help", "--version"])}" -- "$cur"))
    return
  fi
  if [ "$command" = help ]; then
    COMPREPLY=($(compgen -W "${words(all.map(({ id }) => id))}" -- "$cur"))
    return
  fi
  case "$command:$prev" in
${values.join("\n")}
  esac
  if [[ "$cur" == -* ]]; then
    case "$command" in
${flags.join("\n")}
    esac
    return
  fi
  case "$command" in
${firsts.join("\n")}
  esac
  # names with spaces are one word
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _goldie goldie
`;
}

/** Inside '…', where brackets and colons mean something to _arguments. */
const zshText = (text: string): string =>
  text.replaceAll("'", "'\\''").replace(/[[\]:]/g, (char) => `\\${char}`);

function zsh(all: readonly Command[]): string {
  const spec = (flag: CommandFlag): string => {
    const names = namesOf(flag);
    const choices = choicesOf(flag);
    const action = choices.length > 0 ? `(${words(choices)})` : flag.file ? "_files" : " ";
    const value = flag.value === undefined ? "" : `:${zshText(flag.value)}:${action}`;
    const text = `[${zshText(flag.about)}]${value}`;
    return names.map((name) => `        '${flag.many ? "*" : ""}${name}${text}'`).join(" \\\n");
  };
  const branch = (command: Command): string => {
    const first = firstChoices(command);
    const rest =
      first.length > 0
        ? `'1:${command.positionals[0]!.name}:(${words(first)})' '*:file:_files'`
        : "'*:file:_files'";
    return `    ${command.id})\n      _arguments -S \\\n${flagsOf(command).map(spec).join(" \\\n")} \\\n        ${rest} ;;`;
  };
  return `#compdef goldie
# zsh completion for goldie: source <(goldie completion zsh)
_goldie() {
  local -a commands
  commands=(
${all.map(({ id, summary }) => `    '${id}:${zshText(summary)}'`).join("\n")}
    'help:what a command does'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${all.map(branch).join("\n")}
    help) _describe 'command' commands ;;
  esac
}
(( $+functions[compdef] )) && compdef _goldie goldie
`;
}

const fishText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function fish(all: readonly Command[]): string {
  const flagLine = (command: Command, flag: CommandFlag): string => {
    const parts = namesOf(flag).map((name) =>
      name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
    );
    const choices = choicesOf(flag);
    const value =
      flag.value === undefined
        ? ""
        : choices.length > 0
          ? ` -x -a ${fishText(words(choices))}`
          : flag.file
            ? " -r -F"
            : " -x";
    return `complete -c goldie -n '__fish_seen_subcommand_from ${command.id}' ${parts.join(" ")}${value} -d ${fishText(flag.about)}`;
  };
  return `# fish completion for goldie: goldie completion fish > ~/.config/fish/completions/goldie.fish
${all
  .map(({ id, summary }) => `complete -c goldie -n __fish_use_subcommand -f -a ${id} -d ${fishText(summary)}`)
  .join("\n")}
complete -c goldie -n __fish_use_subcommand -f -a help -d 'what a command does'
complete -c goldie -n '__fish_seen_subcommand_from help' -f -a ${fishText(words(all.map(({ id }) => id)))}
${all
  .flatMap((command) => [
    ...(firstChoices(command).length === 0
      ? []
      : [
          `complete -c goldie -n '__fish_seen_subcommand_from ${command.id}' -f -a ${fishText(words(firstChoices(command)))}`,
        ]),
    ...flagsOf(command).map((flag) => flagLine(command, flag)),
  ])
  .join("\n")}
`;
}
