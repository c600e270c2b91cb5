import { emulatorOptions, type EmulatorFlags } from './emulator-options.ts'
import { type Option, type OptionTable, textOption } from './option.ts'

/** The option that says where the case of a failure is kept. */
export const caseOption: Option<string | undefined> = textOption(
  'FILE for the case of a failure (default: a new one in .emulator/cases/)',
)

/** The values of the options of `exec`. */
export interface ExecFlags extends EmulatorFlags {
  readonly case: string | undefined
}

/** The options of `exec`. */
export const execOptions: OptionTable<ExecFlags> = { ...emulatorOptions, case: caseOption }
