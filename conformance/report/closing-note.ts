import { requirements } from '../catalogue/requirements.ts'
import type { RunResult } from '../judge/result.ts'
import { longestSecret, shortestSecret } from '../redaction/redact.ts'
import { counted } from './text.ts'

const excluded = requirements.filter(({ kind, excluded: reason }) => kind === 'stated' && reason !== undefined).length

/** The limits of a green report: a sentence for each thing that one run cannot see. */
export function closingNote({ seed, thorough, gentle, allowWrites }: RunResult): readonly string[] {
  return [
    ...(thorough
      ? []
      : [
          `Where values and places multiply, seed ${seed} chose what was asked. ` +
            'The next --seed asks other pairs, --thorough all.',
        ]),
    ...(gentle ? ['With --gentle, it sent no wrong credentials beyond the fewest that decide.'] : []),
    ...(allowWrites ? [] : ['It wrote nothing, so that it saw nothing of what writes come to.']),
    `${counted(excluded, 'stated requirement')} cannot be judged from outside; ` +
      '`emulator conformance list` names them, with the reason.',
    `Texts of less than ${shortestSecret} characters are not hidden as secrets. Of a secret of more than ` +
      `${longestSecret}, its first and its last ${longestSecret / 2} are searched for.`,
    'What shows only to another user, in other data, under load, or on another day was not there to be seen.',
  ]
}
