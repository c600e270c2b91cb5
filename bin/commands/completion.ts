import yargs from 'yargs'
import { exitCodes } from '../exit-codes.ts'

/** `emulator completion`: prints the script of the shell in SHELL. */
export function completion(): number {
  yargs().scriptName('emulator').completion('completion', false).showCompletionScript()
  return exitCodes.success
}
