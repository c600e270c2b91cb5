import { scenarios } from '../../emulator/disturb/scenarios/scenarios.ts'
import type { Schema } from './schema.ts'

const settable = scenarios.filter(({ setting }) => setting).map(({ name }) => name)

/** The name of a scenario, with `=N` if it takes a number. */
export const scenario: Schema = {
  anyOf: [
    { enum: scenarios.map(({ name }) => name) },
    { type: 'string', pattern: `^(?:${settable.join('|')})=[1-9][0-9]*$` },
  ],
}
