// Properties of the documents that client generators, linters and validating proxies rely on.
import { expect, it } from 'vitest'
import { combinations, controlDocument, openApiDocument, listOperations } from '../../../testing/emulator/documents.ts'
import { defaultConventions, withConventions } from '../dialect/conventions.ts'
import { operationConventions } from '../dialect/per-operation.ts'

const documents = combinations.map((conventions) => [conventions, openApiDocument(conventions)] as const)

it.each(documents)(
  'documents 429, 503 and refused credentials wherever they occur, under %j',
  (conventions, document) => {
    for (const { operation } of listOperations(document)) {
      const { responses, operationId, security } = operation
      const all = withConventions(defaultConventions, conventions)
      const refused = String(operationConventions(all, operationId).unauthenticatedStatus)
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

it.each(documents)(
  'requires the members that describe the next page, which every list has, under %j',
  (_, document) => {
    const optional: unknown[] = []
    JSON.stringify(document, (_name, value: { properties?: object; required?: readonly string[] } | null) => {
      for (const name of ['has_more', 'next_cursor'])
        if (value?.properties && name in value.properties && !value.required?.includes(name)) optional.push(value)
      return value
    })
    expect(optional).toEqual([])
  },
)

it.each([
  ['the API', openApiDocument({})],
  ['the control API', controlDocument()],
])('describes a parameter beside its schema in the document of %s', (_name, document) => {
  const parameters = listOperations(document).flatMap(({ operation }) => operation.parameters ?? [])
  expect(parameters.filter(({ description }) => description !== undefined).length).toBeGreaterThan(0)
  expect(parameters.filter(({ schema }) => 'description' in schema)).toEqual([])
})
