// Finds the last page of a list. Conventions may choose for each operation how it is marked.
import type { DialectFacts } from '../../../conformance/client/evidence/world-facts.ts'
import { conventionsOf, namedOperations } from '../../../emulator/api/dialect/per-operation.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { isTemplate } from '../../../emulator/model/contract/template.ts'
import { isObject } from '../../../emulator/tools/is-object.ts'

/** Finds out by the template of a list whether a page is the last one. Shorthands have members with fixed names. */
export function listEndsOf(all: Conventions): DialectFacts['isLastPage'] {
  const { listEnvelope: usual } = conventionsOf(all)
  const named = new Map<string, unknown>(
    namedOperations(all).map((id) => [id, conventionsOf(all, id).listEnvelope] as const),
  )
  return (servedAs = '', json) => {
    const envelope = named.get(servedAs) ?? usual
    return isTemplate(envelope as typeof usual) ? endAt(envelope, json) : undefined
  }
}

function endAt(template: unknown, json: unknown): boolean | undefined {
  if (template === '$hasMore') return typeof json === 'boolean' ? !json : undefined
  if (typeof template === 'string') return template.includes('$next') ? json === null || json === undefined : undefined
  if (!isObject(template) || Object.hasOwn(template, '$each')) return undefined
  if (template['$when'] === '$next') return json === undefined
  const members = isObject(json) ? json : {}
  // A list has one member with the name of its records.
  const ofKind = Object.keys(members).find((name) => !Object.hasOwn(template, name))
  return Object.entries(template)
    .map(([name, part]) => endAt(part, members[name === '$kind' ? (ofKind ?? '') : name]))
    .find((end) => end !== undefined)
}
