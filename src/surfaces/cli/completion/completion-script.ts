// What a shell loads to complete the words of a program. The program itself knows the words: the script asks it, so that
// it need not be made again when commands change.

export type Shell = 'bash' | 'zsh' | 'fish';

export function completionScript(shell: Shell, program: string): string {
  const script = { bash, zsh, fish }[shell];
  return script(program, `_${program.replace(/[^A-Za-z0-9]+/g, '_')}_completion`);
}

/** bash splits words at `=` and `:`, too: they are put together again. What a value holds is quoted by bash itself. */
const bash = (program: string, name: string) => `# ${program}: completion for bash
#
# For this shell:        source <(${program} completion bash)
# For every new shell:   ${program} completion bash > ~/.local/share/bash-completion/completions/${program}
#                        (needs the package bash-completion; without it, put the line above into ~/.bashrc)

${name}() {
  local words=() word joined='' kind value quoted at
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ \${#words[@]} -gt 0 && ( $word == [=:] || $joined == yes ) ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == [=:] ]]; then joined=yes; else joined=''; fi
  done
  local current=\${words[\${#words[@]}-1]} typed=\${COMP_WORDS[COMP_CWORD]}
  [[ $typed == [=:] ]] && typed=''
  # What bash already split off stays where it is.
  local before=\${current%"$typed"}
  COMPREPLY=()
  {
    read -r kind
    while IFS= read -r value; do
      value=\${value#"$before"}
      case $typed in
        [\\"\\']*) [[ $value == *[\\"\\'\\\\\\$\\\`]* ]] || COMPREPLY+=("$value") ;;
        *) printf -v quoted %q "$value"; COMPREPLY+=("$quoted") ;;
      esac
    done
  } < <("\${COMP_WORDS[0]/#\\~/$HOME}" completion bash -- "\${words[@]}" 2>/dev/null)
  if [[ $kind == files ]]; then
    compopt -o filenames
    while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$typed")
  fi
}
complete -F ${name} ${program}
`;

const zsh = (program: string, name: string) => `#compdef ${program}
# ${program}: completion for zsh
#
# For this shell:        source <(${program} completion zsh)
# For every new shell:   ${program} completion zsh > "\${fpath[1]}/_${program}"
#                        (needs compinit in ~/.zshrc: autoload -Uz compinit && compinit)

${name}() {
  local -a lines listed
  local line value
  lines=("\${(@f)$("\${(Q)words[1]}" completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]:1}"; do
    value=\${line%%$'\\t'*}
    value=\${value//\\\\/\\\\\\\\}
    value=\${value//:/\\\\:}
    if [[ $line == *$'\\t'* ]]; then listed+=("$value:\${line#*$'\\t'}"); else listed+=("$value"); fi
  done
  (( \${#listed} )) && _describe -t words ${program} listed
  if [[ \${lines[1]} == files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
  fi
}

if [[ $funcstack[1] == _${program} ]]; then
  ${name} "$@"
else
  compdef ${name} ${program}
fi
`;

const fish = (program: string, name: string) => `# ${program}: completion for fish
#
# For this shell:        ${program} completion fish | source
# For every new shell:   ${program} completion fish > ~/.config/fish/completions/${program}.fish

function ${name}
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -l lines ($words[1] completion fish -- $words[2..-1] "$typed" 2>/dev/null)
  printf '%s\\n' $lines[2..-1]
  if test "$lines[1]" = files
    set -l path (string replace -r '^--[^=]*=' '' -- "$typed")
    set -l prefix (string sub -l (math (string length -- "$typed") - (string length -- "$path")) -- "$typed")
    for found in (__fish_complete_path "$path")
      printf '%s%s\\n' "$prefix" $found
    end
  end
end
complete -c ${program} -f -a '(${name})'
`;
