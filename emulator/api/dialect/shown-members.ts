import type { TemplatePart } from '../../model/contract/template.ts'
import type { OperationConventions } from '../../model/contract/conventions.ts'
import type { Resource } from '../../model/contract/resource.ts'

const least: ShownMembers = { names: ['id', 'name'], added: {} }

/** The members that records show. */
export interface ShownMembers {
  /** Members of the resource. */
  readonly names: readonly string[]
  /** Additional members of all records, with their values. */
  readonly added: Readonly<Record<string, TemplatePart>>
}

const read = new WeakMap<object, ShownMembers>()

/** Reads the value of the convention once: names, and objects with added members. */
function readShownMembers(list: readonly (string | Readonly<Record<string, TemplatePart>>)[]): ShownMembers {
  let members = read.get(list)
  if (!members) {
    const names = list.filter((entry) => typeof entry === 'string')
    const added: Record<string, TemplatePart> = Object.assign({}, ...list.filter((entry) => typeof entry !== 'string'))
    read.set(list, (members = { names, added }))
  }
  return members
}

/** The members of a resource's records that clients see, by the convention `recordMembers`; undefined for all. */
export function visibleMembers(
  { plural, alwaysFull }: Pick<Resource, 'plural' | 'alwaysFull'>,
  { recordMembers }: Pick<OperationConventions, 'recordMembers'>,
): ShownMembers | undefined {
  if (recordMembers === 'full') return undefined
  if (recordMembers === 'minimal') return alwaysFull ? undefined : least
  return Object.hasOwn(recordMembers, plural) ? readShownMembers(recordMembers[plural]!) : undefined
}
