import yargs from 'yargs'
import { calledAs } from '../../emulator/serve/printed-program.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'

/** The shells for which there is a script. */
const shells = ['bash', 'zsh', 'fish']

/** `emulator completion`: prints the script of the shell in SHELL. @throws UsageError for another shell. */
export function completion(): number {
  const { SHELL: shell = 'bash' } = process.env
  if (!shells.some((known) => shell.includes(known)))
    throw new UsageError(
      `There is a completion script for bash, zsh and fish; got SHELL=${JSON.stringify(shell.slice(0, 200))}. Choose one, as in: SHELL=zsh ${calledAs(process)} completion.`,
    )
  yargs().scriptName('emulator').completion('completion', false).showCompletionScript()
  return exitCodes.success
}
