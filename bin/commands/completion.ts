import { didYouMean } from '../../emulator/tools/nearest.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Completion scripts by shell. Each passes on the words up to the cursor, and completes file names if it gets no
 * offers. The scripts of yargs offer no files in fish, need Bash 4, which macOS lacks, and count the words after the
 * cursor.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `# Completes the words of emulator in Bash. To load it: emulator completion bash >> ~/.bashrc
_emulator() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
    emulator --get-yargs-completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null
  )
  # The name of a convention is followed by its value.
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o bashdefault -o default -F _emulator emulator
`,
  zsh: `#compdef emulator
# Completes the words of emulator in zsh. To load it, after compinit: emulator completion zsh >> ~/.zshrc
_emulator() {
  local -a found
  found=("\${(@f)$(emulator --get-yargs-completions "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ -z \${found[1]} ]]; then
    _default
  elif [[ \${found[1]} == *= ]]; then
    compadd -S '' -a found
  else
    compadd -a found
  fi
}
if [[ "\${zsh_eval_context[-1]}" == "loadautofunc" ]]; then
  _emulator "$@"
else
  compdef _emulator emulator
fi
`,
  fish: `# Completes the words of emulator in fish.
# To load it: emulator completion fish > ~/.config/fish/completions/emulator.fish
function __emulator_offer
    set -l found (emulator --get-yargs-completions (commandline -opc) (commandline -ct) 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c emulator -f -a '(__emulator_offer)'
`,
}

/** The shells that have a script. */
export const shells: readonly string[] = Object.keys(scripts)

/** `emulator completion [SHELL]`: prints the script of a shell; without a name, of the user's own. */
export function completion(word: string | undefined): number {
  const shell = word ?? shells.find((name) => process.env['SHELL']?.includes(name)) ?? 'bash'
  if (!Object.hasOwn(scripts, shell)) {
    const none = `There is no completion for ${JSON.stringify(shell)}${didYouMean(shell, shells)}`
    throw new UsageError(`${none} The shells are: ${shells.join(', ')}.`)
  }
  process.stdout.write(scripts[shell]!)
  return exitCodes.success
}
