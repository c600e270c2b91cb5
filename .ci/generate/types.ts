import { faultSchema } from '../../emulator/disturb/faults/fault-schema.ts'
import { formatted, header } from '../../testing/committed.ts'
import { checkIds } from './check-ids.ts'
import { requirementStatements } from './requirement-statements.ts'
import { describedMembers, docComment } from './schema-types.ts'

/**
 * Types that follow from lists and schemas are generated, so that readers of the declarations see names and sentences.
 */

function faultType(): string {
  const { description } = faultSchema() as { readonly description?: string }
  return `${header}
import type { OperationId } from '../../model/contract/operation-ids.ts'

${docComment(description!)}
export interface Fault {
${describedMembers(faultSchema())}
}
`
}

/** The files of types and lists by their paths from the root, as they should be now. */
export async function typeFiles(): Promise<ReadonlyMap<string, string>> {
  const files = [
    ['emulator/disturb/faults/fault.ts', faultType()],
    ['emulator/control/requirement-statements.ts', requirementStatements()],
    ['conformance/catalogue/check-ids.ts', checkIds()],
  ] as const
  return new Map(await Promise.all(files.map(async ([path, text]) => [path, await formatted(path, text)] as const)))
}
