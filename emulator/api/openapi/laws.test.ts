// Properties of the documents that client generators, linters and validating proxies rely on.
import { expect, it } from 'vitest'
import { type Any, combinations, documentOf, operationsOf } from '../../../testing/emulator/documents.ts'
import { createEmulator } from '../../create-emulator.ts'
import { defaultConventions, withConventions } from '../dialect/conventions.ts'
import { conventionsOf } from '../dialect/per-operation.ts'

const documents = combinations.map((conventions) => [conventions, documentOf(conventions)] as const)

const limitsOf = (document: Any): readonly Any[] =>
  operationsOf(document).flatMap(({ operation }) =>
    (operation.parameters ?? []).filter(({ name }: Any) => name === 'limit').map(({ schema }: Any) => schema),
  )

it.each(documents)(
  'documents 429, 503 and refused credentials wherever they come, under %j',
  (conventions, document) => {
    for (const { operation } of operationsOf(document)) {
      const { responses, operationId, security } = operation
      const all = withConventions(defaultConventions, conventions)
      const refused = String(conventionsOf(all, operationId).unauthenticatedStatus)
      const wanted = ['429', '503', 'default', ...(security.length > 0 ? [refused] : [])]
      expect([operationId, ...wanted.filter((status) => !responses[status]?.content)]).toEqual([operationId])
      for (const status of ['429', '503'])
        expect([operationId, Object.keys(responses[status].headers)]).toEqual([
          operationId,
          expect.arrayContaining(['Retry-After']),
        ])
      if (security.length > 0) expect(responses[refused].headers).toHaveProperty('WWW-Authenticate')
    }
  },
)

it.each([
  [{}, { minimum: 1, maximum: 100, default: 20 }],
  [
    { defaultLimit: 7, maximumLimit: 9 },
    { minimum: 1, maximum: 9, default: 7 },
  ],
  [{ excessiveLimit: 'clamp' }, { minimum: 1, default: 20 }],
] as const)('documents the limit that the endpoints follow, under %j', async (conventions, expected) => {
  const limits = limitsOf(documentOf(conventions))
  expect(limits.length).toBeGreaterThan(10)
  for (const limit of limits) expect(limit).toEqual({ type: 'integer', ...expected })
  const { fetch, credentials, samples } = createEmulator({ conventions })
  const sizeOf = async (query: string) => {
    const url = `http://emulator.test/1.13/pulse/catalogs/${samples.catalogId}/products${query}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${credentials.token}` } })
    return response.status === 200 ? (await response.json()).data.length : response.status
  }
  const { maximumLimit } = { ...defaultConventions, ...conventions }
  expect([await sizeOf(''), await sizeOf(`?limit=${maximumLimit + 1}`)]).toEqual([
    expected.default,
    'maximum' in expected ? 400 : maximumLimit,
  ])
})
