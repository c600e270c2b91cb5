import { requirements } from '../catalogue/requirements.ts'
import { longestSecret, shortestSecret } from '../judge/redaction/redact.ts'
import type { RunResult } from '../judge/result.ts'
import { partlySeenGroups, type ReasonGroup, requirementsOf, unseenGroups } from './groups.ts'
import { counted, findingText } from './text.ts'

const excluded = requirements.filter(({ kind, excluded: reason }) => kind === 'stated' && reason !== undefined).length

/** The limits of a green report: a sentence for each thing that one run cannot see. */
export function limitsOf(result: RunResult, command: string): readonly string[] {
  const { seed, quick, gentle, allowWrites, findings } = result
  return [
    ...browserNotes(findings),
    ...(quick
      ? [
          `Where values and places multiply, seed ${seed} chose what this quick run asked. The next --seed asks other pairs, and a run without --quick all.`,
        ]
      : []),
    ...(gentle ? ['With --gentle, it sent no wrong credentials beyond the fewest that decide.'] : []),
    ...(allowWrites ? [] : withoutWrites(result)),
    `${counted(excluded, 'stated requirement')} cannot be judged from outside; \`${command} conformance list\` names them, with the reason.`,
    `Texts of less than ${shortestSecret} characters are not hidden as secrets. Of a secret of more than ${longestSecret}, its first and its last ${longestSecret / 2} are searched for.`,
    'What shows only to another user, in other data, under load, or on another day was not there to be seen.',
  ]
}

/** What a run saw nothing of because it was not allowed to write. */
function withoutWrites(result: RunResult): readonly string[] {
  const ofWrites = (groups: readonly ReasonGroup[]) =>
    groups.filter(({ results }) => results.some(({ cause }) => cause?.kind === 'writes'))
  const [unseen = 0, partly = 0] = [ofWrites(unseenGroups(result)), ofWrites(partlySeenGroups(result))].map(
    (groups) => requirementsOf(groups.flatMap(({ results }) => results)).length,
  )
  const were = (count: number): string => `${counted(count, 'requirement')} ${count === 1 ? 'was' : 'were'}`
  const left = [
    ...(unseen > 0 ? [`${were(unseen)} not looked at`] : []),
    ...(partly > 0
      ? [unseen > 0 ? `${counted(partly, 'requirement')} only in part` : `${were(partly)} looked at only in part`]
      : []),
  ]
  if (left.length === 0) return []
  return [
    `It wrote nothing, so that it saw nothing of what writes come to: ${left.join(', and ')}. --allow-writes has all of it looked at; the run deletes what it makes.`,
  ]
}

/** Sentences about the browser of a run: whether it was guarded, and the origins that it did not ask. */
function browserNotes({
  browserSandboxed,
  browserRefusedOrigins: refused,
}: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...(browserSandboxed === false ? [unguardedBrowser] : []),
    ...(Array.isArray(refused) && refused.length > 0
      ? [
          `The pages of the connection asked for ${refused.map(findingText).join(', ')}; the browser sent nothing there, as only the origin of the target and connectOrigins of the target file are asked.`,
        ]
      : []),
  ]
}

/** The sentence about a browser without its sandbox. */
export const unguardedBrowser: string =
  'The browser ran without its sandbox, which this system or the root user does not allow; run the kit as another user where its target is not trusted.'
