import { definitions } from '../../emulator/api/dialect/convention-definitions.ts'
import { faultSchema } from '../../emulator/disturb/faults/fault-schema.ts'
import { formatted, header } from '../../testing/committed.ts'
import { literals, quoted } from './name-lists.ts'
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

/** The type of a value, as wide as its kind. */
function widened(value: unknown): string {
  return Array.isArray(value) ? `readonly ${widened(value[0])}[]` : typeof value
}

function conventionsType(): string {
  const members = Object.entries(definitions).map(([name, definition]) => {
    const { kind, what, default: initial } = definition
    const type =
      kind === 'choice' && initial !== true
        ? [literals(definition.values), ...(definition.more ? [definition.more.type] : [])].join(' | ')
        : (kind === 'open' && definition.type) || widened(initial)
    const isPerOperation = kind === 'choice' && definition.perOperation === true
    return { name, type, isPerOperation, doc: docComment(what) }
  })
  const ofOperations = members.filter(({ isPerOperation }) => isPerOperation)
  return `${header}
import type { AnswerForms } from './answer-form.ts'
import type { PerOperation, Template, TemplatePart } from './template.ts'

/**
 * The emulator's answers to what the specification marks "not shown" or does not mention. Each can be changed, for
 * users who know the real shape.
 */
export interface Conventions {
${members.map(({ name, type, isPerOperation, doc }) => `${doc}\nreadonly ${name}: ${isPerOperation ? `PerOperation<${type}>` : type}`).join('\n')}
}

/** A convention for which operations may have values of their own. */
export type PerOperationName = ${ofOperations.map(({ name }) => quoted(name)).join(' | ')}

/** The conventions of one operation. */
export interface OperationConventions extends Omit<Conventions, PerOperationName> {
${ofOperations.map(({ name, type, doc }) => `${doc}\nreadonly ${name}: ${type}`).join('\n')}
}

/** The name of a convention: one of \`conventionNames\`. */
export type ConventionName = keyof Conventions
`
}

/** The files of types and lists by their paths from the root, as they should be now. */
export async function typeFiles(): Promise<ReadonlyMap<string, string>> {
  const files = [
    ['emulator/disturb/faults/fault.ts', faultType()],
    ['emulator/model/contract/conventions.ts', conventionsType()],
    ['emulator/control/requirement-statements.ts', requirementStatements()],
    ['conformance/catalogue/check-ids.ts', checkIds()],
  ] as const
  return new Map(await Promise.all(files.map(async ([path, text]) => [path, await formatted(path, text)] as const)))
}
