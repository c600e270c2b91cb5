import { describe, expect, expectTypeOf, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator/create-emulator.ts'
import type { ConventionName, Conventions } from '../emulator/model/contract/conventions.ts'
import type { DataCollection, RecordOf } from '../emulator/world/data/data-records.ts'
import type { DeviationName, DeviationRow } from '../emulator/disturb/deviations/deviation-groups.ts'
import type { CheckId } from '../conformance/catalogue/check-requirements.ts'
import type { ShippedDeviation } from '../emulator/disturb/deviations/deviations.ts'
import { violations } from '../testing/faults/violations.ts'
import type { Endpoint } from '../emulator/model/contract/endpoint.ts'
import type { OperationId } from '../emulator/model/contract/operation-ids.ts'
import type { JournalEntry } from '../emulator/journal/journal-entry.ts'
import type { CatalogProductRecord, ResourceCollection } from '../emulator/model/contract/resource-records.ts'
import type { ScenarioName } from '../emulator/disturb/scenarios/scenarios.ts'

/**
 * What must not compile: `tsc` fails where a line below `@ts-expect-error` compiles after all. What JavaScript can
 * passes anyway is refused at run time, which the same lines show.
 */

const emulate = () => createEmulator({ fixtures: 'empty' })
const { data } = emulate()

describe('names that do not exist', () => {
  it.each<readonly [string, () => unknown]>([
    // @ts-expect-error: no such collection
    ['a collection, to insert', () => data.insert('products')],
    // @ts-expect-error: no such collection
    ['a collection, to find', () => data.find('product')],
    // @ts-expect-error: no such member
    ['a member, to insert', () => data.insert('catalog_products', { barnd: 'Acme' })],
    // @ts-expect-error: no such member
    ['a member, in one of several', () => data.insertAll('catalog_products', [{ brand: 'Acme' }, { barnd: 'Acme' }])],
    // @ts-expect-error: a member of another collection
    ['a member, to find', () => data.find('flows', { where: { brand: 'Acme' } })],
    // @ts-expect-error: a member of another collection
    ['a member, to count', () => data.count('flows', { brand: 'Acme' })],
    // @ts-expect-error: a member of another collection
    ['a member, to update', () => data.update('projects', data.find('projects')[0]!.id, { brand: 'Acme' })],
    // @ts-expect-error: no such convention
    ['a convention', () => createEmulator({ conventions: { listEnvelop: 'data' } })],
    // @ts-expect-error: a convention that was taken away, as it had no effect
    ['the prefixes of other objects', () => createEmulator({ conventions: { prefixes: { catalog: 'cta_' } } })],
    // @ts-expect-error: no such deviation
    ['a deviation, to begin with', () => createEmulator({ deviations: ['ids-bad'] })],
    // @ts-expect-error: no such deviation
    ['a deviation', () => emulate().deviations.add('ids-bad')],
    // @ts-expect-error: no such operation
    ['an operation, of a fault', () => emulate().faults.add({ operation: 'product.list', status: 503 })],
    // @ts-expect-error: no such scenario
    ['a scenario', () => emulate().scenarios.add('token-expires')],
    // @ts-expect-error: no such pack
    ['a fixture pack', () => createEmulator({ fixtures: 'big' })],
  ])('are refused: %s', (_what, use) => {
    expect(use).toThrow(/\b(?:products?|barnd|brand|listEnvelop|prefixes|ids-bad|product\.list|token-expires|big)\b/)
  })

  it('are refused: an operation, of a request', async () => {
    const emulator = emulate()
    await emulator.fetch(new Request('http://emulator.test/1.13/flows'))
    // @ts-expect-error: no such operation
    expect(() => emulator.requests.find({ operation: 'product.list' })).toThrow(/no operation "product\.list"/)
  })
})

describe('values of the wrong type', () => {
  it.each<readonly [string, () => unknown]>([
    // @ts-expect-error: a number
    ['a member', () => data.insert('catalog_products', { price: '12' })],
    // @ts-expect-error: one of three
    ['an enum member', () => data.insert('catalog_products', { status: 'gone' })],
    // @ts-expect-error: a text
    ['a member, to update', () => data.update('projects', data.find('projects')[0]!.id, { name: 1 })],
    // @ts-expect-error: one of four
    ['a convention that is a choice', () => createEmulator({ conventions: { listEnvelope: 'list' } })],
    // @ts-expect-error: a number
    ['a convention that is a status', () => createEmulator({ conventions: { refusedStatus: 'teapot' } })],
    // @ts-expect-error: a number
    ['a convention that is a number', () => createEmulator({ conventions: { accessTokenLifetime: 'long' } })],
    // @ts-expect-error: a text
    ['a convention that is a text', () => createEmulator({ conventions: { environmentPrefix: 5 } })],
    // @ts-expect-error: a number of times
    ['the counts of a fault', () => emulate().faults.add({ status: 503, times: 'twice' })],
  ])('are refused: %s', (_what, use) => {
    expect(use).toThrow(/must|takes/)
  })
})

it.each<readonly [string, () => unknown]>([
  // @ts-expect-error: shown only
  ['insert', () => data.insert('access_tokens')],
  // @ts-expect-error: shown only
  ['insertAll', () => data.insertAll('adapter_records', [])],
  // @ts-expect-error: shown only
  ['update', () => data.update('access_tokens', '', {})],
  // @ts-expect-error: shown only
  ['remove', () => data.remove('access_tokens', '')],
  // @ts-expect-error: shown only
  ['removeAll', () => data.removeAll('access_tokens')],
])('collections that are only shown take no %s', (name, write) => {
  if (name === 'insertAll') expect(write()).toEqual([])
  else expect(write).toThrow(/can only be read/)
})

it('gives records that are exact and that cannot be written', () => {
  const product = data.insert('catalog_products', { brand: 'Acme', price: 12, catalog_id: null })
  expectTypeOf(product).toEqualTypeOf<CatalogProductRecord>()
  expectTypeOf(data.insertAll('catalog_products', [{}])).toEqualTypeOf<readonly CatalogProductRecord[]>()
  expectTypeOf(data.get('catalog_products', product.id)).toEqualTypeOf<CatalogProductRecord | undefined>()
  expectTypeOf(data.find('catalog_products', { where: { brand: 'Acme', catalog_id: null } })).toEqualTypeOf<
    readonly CatalogProductRecord[]
  >()
  expectTypeOf(data.update('catalog_products', product.id, { brand: 'Umbra' })).toEqualTypeOf<CatalogProductRecord>()
  expectTypeOf(product.status).toEqualTypeOf<'active' | 'draft' | 'archived'>()
  expectTypeOf(product.price).toBeNumber()
  expectTypeOf(data.find('access_tokens')[0]!.scopes).toEqualTypeOf<readonly string[]>()
  expectTypeOf<RecordOf<'configurations'>['value']>().toBeUnknown()
  // @ts-expect-error: readonly
  expect(() => (product.brand = 'Umbra')).toThrow(TypeError)
  // @ts-expect-error: no such member
  expect(product.colour).toBeUndefined()
})

it('knows its names one by one', () => {
  expectTypeOf<string>().not.toExtend<OperationId | DeviationName | ConventionName | DataCollection | ScenarioName>()
  expectTypeOf<'products.list'>().toExtend<OperationId>()
  expectTypeOf<Endpoint['id']>().toEqualTypeOf<OperationId>()
  expectTypeOf<'slow-answer' | 'slow-answer=3' | 'short-pages'>().toExtend<ScenarioName>()
  expectTypeOf<'short-pages=3'>().not.toExtend<ScenarioName>()
  expectTypeOf<Exclude<DataCollection, ResourceCollection>>().toEqualTypeOf<'access_tokens' | 'adapter_records'>()
  expectTypeOf<keyof Conventions>().toEqualTypeOf<ConventionName>()
})

it('refuses a deviation whose check decides another requirement', () => {
  expectTypeOf<['ids.grammar', 'ids.grammar.answers', 'Too long.']>().toExtend<DeviationRow>()
  expectTypeOf<['ids.unique', 'ids.grammar.answers', 'Too long.']>().not.toExtend<DeviationRow>()
  expectTypeOf<['ids.grammar', 'ids.grammar.answer', 'Too long.']>().not.toExtend<DeviationRow>()
  expectTypeOf<ShippedDeviation['caughtBy']>().toEqualTypeOf<CheckId>()
  // @ts-expect-error: the check decides another requirement
  expect(violations('ids.unique', 'ids.grammar.answers', {})).toEqual([])
  // @ts-expect-error: no such check
  expect(violations('ids.grammar', 'ids.grammar.answer', {})).toEqual([])
})

it('leaks no any', () => {
  expectTypeOf<Emulator['data']>().not.toBeAny()
  expectTypeOf<Emulator['faults']>().not.toBeAny()
  expectTypeOf<Emulator['requests']>().not.toBeAny()
  expectTypeOf<JournalEntry>().not.toBeAny()
  expectTypeOf<ReturnType<Emulator['fetch']>>().toEqualTypeOf<Promise<Response>>()
  expectTypeOf<ReturnType<Emulator['snapshot']>>().not.toBeAny()
})
