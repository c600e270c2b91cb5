import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { defaultConventions, withConventions } from '../dialect/conventions.ts'
import { Dialect } from '../dialect/dialect.ts'
import { createEmulator } from '../../create-emulator.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { sampleRequest, spoiltRequests } from '../../../testing/emulator/sample-requests.ts'
import { type Any, combinations, openApiDocument, listOperations } from '../../../testing/emulator/documents.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { selectPart } from '../../../testing/sample.ts'
import { servedRoutes } from '../routing/router.ts'

const [usual, ...others] = combinations as readonly [Partial<Conventions>, ...Partial<Conventions>[]]

const known = new WeakMap<object, Map<string, ValidateFunction>>()
const metaSchema = new Ajv2020({ strict: false })

/** Asserts that a schema is a JSON Schema 2020-12. */
function expectSchema(schema: object): void {
  expect(metaSchema.validateSchema(schema), metaSchema.errorsText()).toBe(true)
}

/** Compiles a schema with the components of its document, once. */
function compiled(schema: object, document: Any): ValidateFunction {
  let validators = known.get(document)
  if (!validators) {
    // Once for the document, as it takes longer than everything else.
    Object.values(document.components.schemas as Readonly<Record<string, object>>).forEach(expectSchema)
    known.set(document, (validators = new Map()))
  }
  const text = JSON.stringify(schema)
  let validate = validators.get(text)
  if (!validate) {
    expectSchema(schema)
    const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false })
    ;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
    validators.set(text, (validate = ajv.compile({ ...schema, components: document.components })))
  }
  return validate
}

it.each(combinations)('documents each served operation once, under %j', (conventions) => {
  const operations = listOperations(openApiDocument(conventions))
  const routes = servedRoutes(endpoints, withConventions(defaultConventions, conventions))
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    routes
      .flatMap(({ path, endpoints: methods }) => [...methods.keys()].map((method) => `${method.toLowerCase()} ${path}`))
      .sort(),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

it('documents the credentials of each operation', () => {
  const { paths, components } = openApiDocument({})
  const kinds = (path: string, method: string) =>
    paths[path][method].security.flatMap((requirement: object) => Object.keys(requirement))
  expect(kinds('/oauth/token', 'post')).toEqual([])
  expect(kinds('/1.13/environments', 'get')).toEqual(['accessToken', 'personalAccessToken'])
  expect(kinds('/0/projects/', 'get')).toEqual([
    'accessToken',
    'personalAccessToken',
    'integrationToken',
    'apiKey',
    'dsn',
  ])
  expect(kinds('/0/issues/{issue_id}/events/', 'get')).not.toContain('dsn')
  expect(paths['/1.13/catalogs'].post.security[0]).toEqual({ accessToken: ['catalogs:write'] })
  expect(components.securitySchemes.accessToken.flows.clientCredentials).toMatchObject({
    tokenUrl: 'http://emulator.test/oauth/token',
    scopes: { 'catalogs:write': expect.any(String) },
  })
  expect(Object.keys(paths['/oauth/token'].post.requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
})

// holds: auth.required, auth.legacy-required
it.each([usual, ...selectPart(others, 5)])(
  'documents every answer that the operations give, successful and refused, under %j',
  async (conventions) => {
    const document = openApiDocument(conventions)
    const emulator = createEmulator({ conventions, checkResponses: true, clock: '2026-03-01T12:00:00Z' })
    const { mayBeEmpty } = new Dialect(emulator.conventions).template('errorBody')
    const failures: unknown[] = []
    for (const place of listOperations(document)) {
      const requests: Record<string, Request> = {
        good: sampleRequest(emulator, place),
        ...spoiltRequests(emulator, place),
      }
      for (const [what, request] of Object.entries(requests)) {
        const response = await emulator.fetch(request)
        const fault =
          mayBeEmpty && response.status >= 400 && response.headers.get('content-type') === null
            ? undefined
            : await responseFault(response, place.operation, document, what)
        if (fault !== undefined) failures.push([`${place.method} ${place.path}`, what, fault])
        emulator.reset()
      }
    }
    expect(failures).toEqual([])
  },
)

async function responseFault(
  response: Response,
  { responses, operationId }: Any,
  document: Any,
  what: string,
): Promise<unknown> {
  const documented = responses[String(response.status)]
  const text = await response.text()
  if (!documented) return `${response.status} is not documented: ${text.slice(0, 300)}`
  // The browser flow without a state code gets an error page.
  if (what === 'good' && response.status >= 400 && !operationId.startsWith('connect.'))
    return `${response.status}: ${text.slice(0, 300)}`
  if (what === 'credentials' && response.status < 400) return 'served without credentials'
  if (!documented.content) return text === '' ? undefined : 'has a body that is not documented'
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]!
  const content = documented.content[mediaType]
  if (!content) return `${mediaType} is not documented`
  if (!mediaType.includes('json')) return undefined
  const validate = compiled(content.schema, document)
  return validate(JSON.parse(text)) ? undefined : [validate.errors, text.slice(0, 300)]
}
