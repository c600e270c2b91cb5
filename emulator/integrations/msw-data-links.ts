import type { TSchema } from 'typebox'
import { DataError } from '../world/data/data-error.ts'
import { referenceOf } from '../resources/define-resource.ts'
import { resourceByCollection, type ResourceCollection } from '../resources/resources.ts'

/** A record of the user's own, and where it stands. */
export interface Entry {
  readonly collection: ResourceCollection
  /** `catalog_products[3]`: what messages call it. */
  readonly place: string
  readonly record: object
  /** Its own members, without relations. */
  readonly members: Record<string, unknown>
  /** The records that it points to, by the member that is to hold their ids. */
  readonly links: Map<string, Entry>
}

const scopeTypes: Readonly<Partial<Record<ResourceCollection, string>>> = {
  projects: 'project',
  environments: 'environment',
  flows: 'flow',
}

/** The member by which a record of one collection points to a record of another. */
function linkingMember(child: ResourceCollection, parent: ResourceCollection): string | undefined {
  if (child === 'configurations') return scopeTypes[parent] && 'scope_id'
  const members = Object.entries(resourceByCollection[child].members as Readonly<Record<string, TSchema>>)
  return members.find(([, schema]) => referenceOf(schema) === parent)?.[0]
}

/**
 * Turns the relations of `@msw/data` into links: they are what its records have getters for.
 * @throws DataError for a relation that no member can hold.
 */
export function linkEntries(entries: readonly Entry[]): void {
  const byRecord = new Map(entries.map((entry) => [entry.record, entry]))
  for (const entry of entries) {
    for (const [name, { get, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(entry.record))) {
      if (!get) {
        if (enumerable) entry.members[name] = (entry.record as Record<string, unknown>)[name]
        continue
      }
      const related = (entry.record as Record<string, unknown>)[name]
      if (related === undefined || related === null) leaveOpen(entry, name)
      else
        for (const target of Array.isArray(related) ? (related as readonly object[]) : [related as object])
          link(entry, name, byRecord.get(target))
    }
  }
}

/** A relation to nothing is a reference to nothing, and is not filled in. */
function leaveOpen({ collection, members }: Entry, name: string): void {
  const member = `${name}_id`
  if (referenceOf((resourceByCollection[collection].members as Readonly<Record<string, TSchema>>)[member]))
    members[member] ??= null
}

function link(entry: Entry, name: string, target: Entry | undefined): void {
  if (!target)
    throw new DataError(
      'invalid',
      `${entry.place}/${name} leads to a record of a Collection that was not given. Give that Collection too.`,
    )
  const down = linkingMember(entry.collection, target.collection)
  const [child, parent, member] =
    down === undefined
      ? ([target, entry, linkingMember(target.collection, entry.collection)] as const)
      : ([entry, target, down] as const)
  if (member === undefined)
    throw new DataError(
      'invalid',
      `${entry.place}/${name} leads to ${target.place}, but neither ${entry.collection} nor ${target.collection} has a member that points to the other. Leave the relation out.`,
    )
  const other = child.links.get(member)
  if (other && other !== parent)
    throw new DataError(
      'invalid',
      `${child.place}/${member} cannot be both ${other.place} and ${parent.place}: relations lead to either. Correct one of them.`,
    )
  child.links.set(member, parent)
  if (child.collection === 'configurations') child.members['scope_type'] = scopeTypes[parent.collection]
}
