import { expect, it } from 'vitest'
import { resourceByCollection, resourceCollections } from './resources.ts'
import { referenceOf } from './define-resource.ts'
import { recordSchema } from './standard-schema.ts'

const catalog = { id: '0'.repeat(27), name: 'A', created_at: '2026-01-01T00:00:00Z' }

it('returns the record with its defaults and does not change the input', () => {
  const schema = recordSchema('catalogs')
  const frozen = Object.freeze({ ...catalog, status: undefined })
  expect(schema['~standard'].validate(frozen)).toEqual({ value: { ...catalog, project_id: null, status: 'active' } })
  expect([schema['~standard'].version, frozen.status]).toEqual([1, undefined])
})

it.each([
  [{ ...catalog, colour: 'red' }, ['colour'], 'is not known here'],
  [{ ...catalog, status: 'gone' }, ['status'], 'must be one of'],
  [{ id: catalog.id, created_at: catalog.created_at }, ['name'], 'is required'],
  [null, [], 'must be an object; got null'],
  [[catalog], [], 'must be an object; got'],
] as const)('says what is wrong and where, given %j', (value, path, message) => {
  expect(recordSchema('catalogs')['~standard'].validate(value)).toEqual({
    issues: expect.arrayContaining([{ path, message: expect.stringContaining(message) }]),
  })
})

it('lists parents before their children, so that records can be created in this order', () => {
  for (const [index, collection] of resourceCollections.entries()) {
    const targets = Object.values(resourceByCollection[collection].members)
      .map(referenceOf)
      .filter((target) => target !== undefined)
    expect(
      targets.filter((target) => !(resourceCollections.slice(0, index) as readonly string[]).includes(target)),
    ).toEqual([])
  }
  expect(resourceCollections.indexOf('configurations')).toBeGreaterThan(
    Math.max(...(['projects', 'environments', 'flows'] as const).map((name) => resourceCollections.indexOf(name))),
  )
})
