// Makes the records of a twin: those of the emulator, with the members that the service shows and no others.
import { accessTokenResource } from '../../../emulator/api/auth/access-token-record.ts'
import { defaultConventions } from '../../../emulator/api/dialect/conventions.ts'
import { endpoints } from '../../../emulator/api/endpoints/endpoints.ts'
import { Router } from '../../../emulator/api/routing/router.ts'
import { servedRoutes } from '../../../emulator/api/routing/routes.ts'
import type { ResourceCollection } from '../../../emulator/model/resources/resources.ts'
import { enumValues } from '../../../emulator/model/resources/define-resource.ts'
import { referenceOf } from '../../../emulator/model/resources/resources.ts'
import { highestId, parseId } from '../../../emulator/model/resources/ids.ts'
import { resourceByCollection, resourceCollections, schemaOf } from '../../../emulator/model/resources/resources.ts'
import { exampleAdapters } from '../../../fixtures/adapters/adapters.ts'
import type { TwinAdapters } from './twin-adapters.ts'
import { once } from '../../../emulator/tools/once.ts'
import type { JsonSchema } from '../../../emulator/tools/json-schema.ts'
import { faultsOf } from '../../../emulator/tools/schema-validator.ts'
import { unseen } from '../../../conformance/wording/escaping/unseen.ts'
import { namedValue } from '../../../conformance/reading/named-value.ts'
import type { OpenMembers } from '../../../emulator/model/resources/resources.ts'
import { membersOption, valuedMembers } from '../../../emulator/world/read-records.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import type { RecordSamples } from '../../../conformance/learn/record-samples.ts'
import type { AnswerShape, JsonType } from '../../../conformance/learn/answer-shape.ts'
import type { RecordForm, RecordForms } from '../../../conformance/learn/record-forms.ts'

/** The form of a twin's records. */
export interface TwinRecords {
  /** The value of the convention `recordMembers`; undefined where the records show what the emulator's do. */
  readonly recordMembers: Readonly<Record<string, readonly unknown[]>> | undefined
  /** The content of a fixture file; undefined where the emulator's own records do. */
  readonly fixtures: Readonly<Record<string, unknown>> | undefined
  /** True if records of the service itself are in it. */
  readonly hasSamples?: boolean
  /** The members of those that were left out, as the emulator has other values for them: `resources.status`. Sorted. */
  readonly unfit?: readonly string[]
  /** The declared filters that the emulator does not have: `tier of /1.13/environments`. */
  readonly unplaced?: readonly string[]
}

type Members = RecordForm['members']
/** The types of members by their paths, with or without how many records have them. */
type MemberTypes = Members | AnswerShape['members']

function typesAt(members: MemberTypes, path: string): readonly JsonType[] | undefined {
  const found = namedValue<RecordForm['members'][string] | readonly JsonType[]>(members, path)
  return found && 'types' in found ? found.types : found
}

/** The records of a twin, by the forms of those of the service. Every value is made up, but those of the samples. */
export function twinRecords(
  records: RecordForms,
  samples: RecordSamples['records'] = {},
  adapters: TwinAdapters = { files: [], connections: [] },
  declared: Target['enumFilters'] = [],
): TwinRecords {
  const forms = resourceCollections.flatMap((collection) => {
    const form = (records as Readonly<Partial<Record<string, RecordForm>>>)[collection]
    const { plural, schema } = resourceByCollection[collection]
    if (!form) return []
    const known = Object.keys(schema.properties)
    const seen = topNames(form.members)
    const added = Object.fromEntries(
      seen.filter((name) => !known.includes(name)).map((name) => [name, madeUp(name, form.members)]),
    )
    return [{ collection, plural, seen, hides: known.some((name) => !seen.includes(name)), added }]
  })
  const hiding = [...forms, ...tokenForm(records)].filter(({ hides, seen, plural }) => hides && hasStated(plural, seen))
  const adding = Object.fromEntries(
    forms.flatMap(({ collection, added }) => (Object.keys(added).length > 0 ? [[collection, added]] : [])),
  )
  const unfit = new Set<string>()
  const unplaced: string[] = []
  const openMembers = openMembersOf(declared, (filter) => unplaced.push(filter))
  const placed = { ...placedRecords(samples, openMembers, (name) => unfit.add(name)), ...adapterRecords(adapters) }
  return {
    recordMembers:
      hiding.length === 0 ? undefined : Object.fromEntries(hiding.map(({ plural, seen }) => [plural, seen])),
    fixtures:
      openMembers === true && Object.keys(adding).length + Object.keys(placed).length === 0
        ? undefined
        : { pack: 'default', ...membersOption(openMembers), added: adding, ...placed },
    hasSamples: Object.keys(samples).length > 0,
    unfit: [...unfit].toSorted(),
    unplaced,
  }
}

/** Every list of the emulator, under any version. */
const lists = once(() => {
  const conventions = { ...defaultConventions, versionedResources: 'on', versions: ['{version}'] } as const
  return new Router(servedRoutes(endpoints, conventions), 'any')
})

/** The collection that a path lists; undefined for a path that the emulator does not have. */
function collectionListedAt(path: string): ResourceCollection | undefined {
  const answer = lists().find(path)?.route.endpoints.get('GET')?.answer
  if (answer?.kind !== 'list' && answer?.kind !== 'legacyList') return undefined
  return resourceCollections.find((name) => resourceByCollection[name] === answer.resource)
}

/**
 * The values that a service declares for filters where the emulator has others: `members` of a fixture file.
 * @param leaveOut Called with each filter that the emulator does not have.
 */
function openMembersOf(declared: NonNullable<Target['enumFilters']>, leaveOut: (filter: string) => void): OpenMembers {
  const found: Record<string, Record<string, readonly string[]>> = {}
  for (const { path, parameter, values } of declared) {
    const collection = collectionListedAt(path)
    if (!collection || !valuedMembers(collection).includes(parameter)) {
      leaveOut(`${parameter} of ${path}`)
      continue
    }
    const usual = enumValues(resourceByCollection[collection].members[parameter]) ?? []
    if (usual.length === values.length && values.every((value) => usual.includes(value))) continue
    const members = (found[collection] ??= {})
    members[parameter] = [...new Set([...(members[parameter] ?? []), ...values])]
  }
  return Object.keys(found).length === 0 || found
}

/** True for records that have the stated members at their top: others have another form than the emulator's. */
function hasStated(plural: string, seen: readonly unknown[]): boolean {
  const names = new Set(seen)
  return names.has('id') && (plural !== 'environments' || names.has('name'))
}

const stated = ['id', 'name', 'scopes', 'expires_at']

/** The members of personal access tokens. Beside what clause 2.2 states, the emulator shows when they were made. */
function tokenForm({
  access_tokens: form,
}: RecordForms): readonly { plural: string; seen: readonly unknown[]; hides: boolean }[] {
  if (!form || !stated.every((name) => name in form.members)) return []
  const known = [...stated, 'created_at']
  const added = topNames(form.members).filter((name) => !known.includes(name))
  const usual = known.filter((name) => name in form.members)
  const members = Object.fromEntries(added.map((name) => [name, madeUp(name, form.members)]))
  const seen = added.length === 0 ? usual : [...usual, members]
  return [{ plural: accessTokenResource.plural, seen, hides: added.length > 0 || usual.length < known.length }]
}

/** The names of the members at the top of a record. */
function topNames(members: Members): readonly string[] {
  const names = Object.keys(members).flatMap((path) => stepsOf(path).slice(0, 1))
  return [...new Set(names)].filter((name) => name !== '__proto__' && name.search(unseen) === -1)
}

/** The records of the adapters of a twin: one connection of each, the first of which is that of its samples. */
function adapterRecords({ files, connections }: TwinAdapters): Readonly<Record<string, readonly object[]>> {
  if (connections.length === 0) return {}
  const others = files.filter(({ name }) => !exampleAdapters.some((example) => example.name === name))
  return {
    ...(others.length === 0 ? {} : { adapters: others.map(({ name, title, kind }) => ({ name, title, kind })) }),
    adapter_connections: connections.map((name) => ({ name: `Connection of ${name}`, adapter: name })),
  }
}

/**
 * Real records as those of the emulator: without what refers to records that it does not have.
 * @param leaveOut Called with the name of each member whose value no record of the emulator has.
 */
function placedRecords(
  samples: RecordSamples['records'],
  openMembers: OpenMembers,
  leaveOut: (name: string) => void,
): Readonly<Record<string, readonly object[]>> {
  const ids = new Set<unknown>()
  return Object.fromEntries(
    resourceCollections.flatMap((collection) => {
      const resource = resourceByCollection[collection]
      const schema = schemaOf(resource, openMembers)
      const records = (samples as Readonly<Partial<Record<string, RecordSamples['records']['projects']>>>)[collection]
      if (!records || records.length === 0) return []
      const known = schema.properties as Readonly<Record<string, JsonSchema>>
      const placed = records.map((record) => {
        const { id, ...members } = record
        // Ids are unique across the platform.
        const isFree = typeof id === 'string' && parseId(id)?.prefix === '' && id <= highestId && !ids.has(id)
        ids.add(id)
        const kept = Object.entries(members).filter(([name, value]) => {
          if (!Object.hasOwn(known, name)) return true
          if (referenceOf(schema.properties[name]) !== undefined) return false
          const fits = faultsOf(known[name]!, value).length === 0
          if (!fits) leaveOut(`${collection}.${name}`)
          return fits
        })
        return { ...(isFree ? { id } : {}), ...Object.fromEntries(kept) }
      })
      return [[collection, placed]]
    }),
  )
}

/** The steps of a path: names, `[]` for the items of an array, and `{}` for the members of a map by id. */
function stepsOf(path: string): readonly string[] {
  const steps = path.match(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[\w-]+/g) ?? []
  return steps.map((step) => (step.startsWith('"') ? (JSON.parse(step) as string) : step))
}

const values: Readonly<Record<JsonType, unknown>> = {
  string: 'text',
  number: 1,
  boolean: true,
  null: null,
  array: [],
  object: {},
}

const mostLevels = 8

/** A value of the form that a member has, at this path and below. */
export function madeUp(path: string, members: MemberTypes, level = 0): unknown {
  const types = typesAt(members, path) ?? typesAt(members, JSON.stringify(path)) ?? []
  const type = types.find((candidate) => candidate !== 'null') ?? 'null'
  if (level > mostLevels) return values[type]
  if (type === 'array') {
    const inner = `${path}[]`
    return Object.hasOwn(members, inner) ? [madeUp(inner, members, level + 1)] : []
  }
  if (type !== 'object') return values[type]
  const prefix = path === '' ? '' : `${path}.`
  const names = Object.keys(members).filter(
    (inner) => inner.startsWith(prefix) && stepsOf(inner.slice(prefix.length)).length === 1,
  )
  return Object.fromEntries(
    names
      .map((inner) => [stepsOf(inner.slice(prefix.length))[0]!, madeUp(inner, members, level + 1)] as const)
      .filter(([name]) => name !== '__proto__' && name !== '{}' && name !== '[]' && name.search(unseen) === -1),
  )
}
