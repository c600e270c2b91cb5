import { formatted } from '../../testing/committed.ts'
import { checkIds } from './check-ids.ts'
import { requirementStatements } from './requirement-statements.ts'

/**
 * Types that follow from lists and schemas are generated, so that readers of the declarations see names and sentences.
 */

/** The files of types and lists by their paths from the root, as they should be now. */
export async function typeFiles(): Promise<ReadonlyMap<string, string>> {
  const files = [
    ['emulator/control/requirement-statements.ts', requirementStatements()],
    ['conformance/catalogue/check-ids.ts', checkIds()],
  ] as const
  return new Map(await Promise.all(files.map(async ([path, text]) => [path, await formatted(path, text)] as const)))
}
