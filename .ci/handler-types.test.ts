import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import type { Caller } from '../emulator/model/contract/caller.ts'
import type { FlowRecord } from '../emulator/model/contract/resource-records.ts'
import type { StoredAccessToken, StoredClient, StoredCredential } from '../emulator/model/contract/stored-records.ts'
import type { WorldAccess } from '../emulator/model/contract/world-access.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { bearerCredentials, defineEndpoint, definePublicEndpoint } from '../emulator/api/endpoints/define-endpoint.ts'
import { type ListQuery, listQuery } from '../emulator/api/input/list-query.ts'
import { BareId, RequestId } from '../emulator/model/resources/define-resource.ts'
import { resourceByCollection } from '../emulator/model/resources/resources.ts'
import type { Collection } from '../emulator/model/store/collection.ts'

const { default: world } = createEmulator({ fixtures: 'empty' }).worlds

it('types ids as text, and a handler has the types of its schemas', () => {
  expectTypeOf<Static<typeof BareId>>().toBeString()
  expectTypeOf<Static<typeof RequestId>>().toBeString()
  const { id } = defineEndpoint({
    id: 'flows.retrieve',
    method: 'GET',
    path: '/flows/{flow_id}',
    summary: 'Retrieves a flow.',
    credentials: bearerCredentials,
    params: Type.Object({ flow_id: RequestId }),
    query: listQuery(resourceByCollection.flows),
    body: Type.Object({ parent: Type.Optional(BareId) }),
    answer: { kind: 'object', resource: resourceByCollection.flows },
    requirements: [],
    handle: ({ params, query, body, caller }) => {
      expectTypeOf(caller).toEqualTypeOf<Caller>()
      expectTypeOf(params).toEqualTypeOf<{ flow_id: string }>()
      expectTypeOf(query).toExtend<ListQuery>()
      expectTypeOf(body).toEqualTypeOf<{ parent?: string }>()
      return { kind: 'json', value: null }
    },
  })
  expect(id).toBe('flows.retrieve')
})

it('gives the handler of a public endpoint no caller', () => {
  definePublicEndpoint({
    id: 'flows.retrieve',
    method: 'GET',
    path: '/flows',
    summary: 'Retrieves a flow.',
    credentials: [],
    answer: { kind: 'object', resource: resourceByCollection.flows },
    requirements: [],
    handle: (context) => {
      expectTypeOf(context).not.toHaveProperty('caller')
      return { kind: 'json', value: null }
    },
  })
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
