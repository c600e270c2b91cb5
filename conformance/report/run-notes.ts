import type { RunResult } from '../judge/result.ts'
import { findingText, firstNames } from './text.ts'

/** The restrictions of a run by its options or its machine, one sentence each. */
export function notesOf({ seed, quick, gentle, findings }: RunResult): readonly string[] {
  const refused = findings['browserRefusedOrigins']
  return [
    ...(quick
      ? [`This quick run asked a sample that --seed ${seed} chose. A run without --quick asks everything.`]
      : []),
    ...(gentle ? ['With --gentle, it sent the fewest wrong credentials that decide.'] : []),
    ...(findings['browserSandboxed'] === false ? [unguardedBrowser] : []),
    ...(Array.isArray(refused) && refused.length > 0
      ? [
          `The pages of the connection asked for ${firstNames(refused.map(findingText), 10)}. The browser sent nothing there: it asks only the target and the connectOrigins of the target file.`,
        ]
      : []),
  ]
}

/** The sentence about a browser without its sandbox. */
export const unguardedBrowser: string =
  'The browser ran without its sandbox, which this system or the root user does not allow; run the kit as another user where its target is not trusted.'
