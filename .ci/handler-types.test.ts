import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import type { FlowRecord } from '../emulator/contract/resource-records.ts'
import type { StoredAccessToken, StoredClient, StoredCredential } from '../emulator/contract/stored-records.ts'
import type { WorldAccess } from '../emulator/contract/world-access.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { defineEndpoint } from '../emulator/endpoints/define-endpoint.ts'
import { type ListQuery, listQuery } from '../emulator/input/list-query.ts'
import { BareId, RequestId } from '../emulator/resources/define-resource.ts'
import { resourceByCollection } from '../emulator/resources/resources.ts'
import type { Collection } from '../emulator/store/collection.ts'

const { default: world } = createEmulator({ fixtures: 'empty' }).worlds

it('types ids as text, and a handler has the types of its schemas', () => {
  expectTypeOf<Static<typeof BareId>>().toBeString()
  expectTypeOf<Static<typeof RequestId>>().toBeString()
  const { id } = defineEndpoint({
    id: 'flows.retrieve',
    method: 'GET',
    path: '/flows/{flow_id}',
    summary: 'Retrieves a flow.',
    credentials: [],
    params: Type.Object({ flow_id: RequestId }),
    query: listQuery(resourceByCollection.flows),
    body: Type.Object({ parent: Type.Optional(BareId) }),
    answer: { kind: 'object', resource: resourceByCollection.flows },
    requirements: [],
    handle: ({ params, query, body }) => {
      expectTypeOf(params).toEqualTypeOf<{ flow_id: string }>()
      expectTypeOf(query).toExtend<ListQuery>()
      expectTypeOf(body).toEqualTypeOf<{ parent?: string }>()
      return { kind: 'json', value: null }
    },
  })
  expect(id).toBe('flows.retrieve')
})

it('gives the records of the collection that was asked for', () => {
  expectTypeOf(world.collection('flows')).toEqualTypeOf<Collection<FlowRecord>>()
  expectTypeOf(world.get('flows', '')).toEqualTypeOf<FlowRecord | undefined>()
  expectTypeOf(world.get('access_tokens', '')).toEqualTypeOf<StoredAccessToken | undefined>()
  expectTypeOf(world.get('credentials', '')).toEqualTypeOf<StoredCredential | StoredClient | undefined>()
  // @ts-expect-error: a member of another collection
  expect(world.get('flows', '')?.brand).toBeUndefined()
  expectTypeOf(world).toExtend<WorldAccess>()
})

it('takes only records of the collection that is written to', () => {
  // @ts-expect-error: a record of another collection
  expect(() => world.replace('flows', { id: '', name: '', kind: '', title: '', created_at: '' })).toThrow('no record')
})

it('no handler casts its params, query or body', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const casts = globSync('emulator/{endpoints,control}/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(`${root}${file}`, 'utf8').matchAll(/\b(?:context|params|query|body)\)? as (?!const\b).*/g)].map(
        ([cast]) => `${file}: ${cast}`,
      ),
    )
  expect(casts).toEqual([])
})
