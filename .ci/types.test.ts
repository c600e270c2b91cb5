import { expect, expectTypeOf, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator/create-emulator.ts'
import type { DataCollection, RecordOf } from '../emulator/world/data/data-collections.ts'
import type { JournalEntry } from '../emulator/journal/request-schemas.ts'
import type { OperationId } from '../emulator/model/contract/operation-ids.ts'
import type { CatalogProductRecord } from '../emulator/model/resources/resource-records.ts'
import type { ResourceCollection } from '../emulator/model/resources/resources.ts'

/**
 * Code that must not compile: `tsc` fails if a line below `@ts-expect-error` compiles. JavaScript could still pass such
 * values, so the same lines show that they are refused at run time.
 */

const emptyEmulator = () => createEmulator({ fixtures: 'empty' })
const { data } = emptyEmulator()

it.each<readonly [string, () => unknown]>([
  // @ts-expect-error: no such collection
  ['products', () => data.insert('products')],
  // @ts-expect-error: no such member
  ['barnd', () => data.insertAll('catalog_products', [{ brand: 'Acme' }, { barnd: 'Acme' }])],
  // @ts-expect-error: a member of another collection
  ['brand', () => data.find('flows', { where: { brand: 'Acme' } })],
  // @ts-expect-error: a member of another collection
  ['brand', () => data.update('projects', data.find('projects')[0]!.id, { brand: 'Acme' })],
  // @ts-expect-error: no such convention
  ['listEnvelop', () => createEmulator({ conventions: { listEnvelop: 'data' } })],
  // @ts-expect-error: no such deviation
  ['ids-bad', () => createEmulator({ deviations: ['ids-bad'] })],
  // @ts-expect-error: no such operation
  ['product.list', () => emptyEmulator().faults.add({ operation: 'product.list', status: 503 })],
  // @ts-expect-error: no such scenario
  ['token-expires', () => emptyEmulator().scenarios.add('token-expires')],
  // @ts-expect-error: no such pack
  ['big', () => createEmulator({ fixtures: 'big' })],
  // @ts-expect-error: a number
  ['price', () => data.insert('catalog_products', { price: '12' })],
  // @ts-expect-error: one of three
  ['status', () => data.insert('catalog_products', { status: 'gone' })],
  // @ts-expect-error: one of four
  ['listEnvelope', () => createEmulator({ conventions: { listEnvelope: 'list' } })],
  // @ts-expect-error: a number
  ['accessTokenLifetime', () => createEmulator({ conventions: { accessTokenLifetime: 'long' } })],
  // @ts-expect-error: a number of times
  ['times', () => emptyEmulator().faults.add({ status: 503, times: 'twice' })],
  // @ts-expect-error: shown only
  ['access_tokens', () => data.insert('access_tokens')],
])('refuses %s at compile time and at run time', (name, use) => {
  expect(use).toThrow(name)
})

it('returns records with exact, read-only types', () => {
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

it('has named types, and no `any`', () => {
  expectTypeOf<string>().not.toExtend<OperationId | DataCollection>()
  expectTypeOf<Exclude<DataCollection, ResourceCollection>>().toEqualTypeOf<'access_tokens' | 'adapter_records'>()
  expectTypeOf<Emulator['data']>().not.toBeAny()
  expectTypeOf<Emulator['faults']>().not.toBeAny()
  expectTypeOf<Emulator['requests']>().not.toBeAny()
  expectTypeOf<JournalEntry>().not.toBeAny()
  expectTypeOf<ReturnType<Emulator['fetch']>>().toEqualTypeOf<Promise<Response>>()
  expectTypeOf<ReturnType<Emulator['snapshot']>>().not.toBeAny()
})
