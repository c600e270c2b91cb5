import type { OperationConventions } from '../../model/contract/conventions.ts'
import type { Resource } from '../../model/contract/resource.ts'

const least = ['id', 'name']

/** The members of a resource's records that clients see, by the convention `recordMembers`; undefined for all. */
export function shownOf(
  { plural, alwaysFull }: Pick<Resource, 'plural' | 'alwaysFull'>,
  { recordMembers }: Pick<OperationConventions, 'recordMembers'>,
): readonly string[] | undefined {
  if (recordMembers === 'full') return undefined
  if (recordMembers === 'minimal') return alwaysFull ? undefined : least
  return Object.hasOwn(recordMembers, plural) ? recordMembers[plural] : undefined
}
