// The OpenAPI documents as other people's programs read them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { Dialect } from '../../emulator/api/dialect/dialect.ts'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { type Any, combinations, controlDocument, openApiDocument } from '../emulator/documents.ts'
import { selectPart } from '../sample.ts'
import { addWalk, checkTypes, generateClient, generators, removeClient } from './generate.ts'
import { type Linter, redocly, spectral } from './lint.ts'
import { startPrism, readViolations } from './prism.ts'
import { installTools, type Tools } from './tools.ts'
import { redirected, type Varied, variedRequests } from './varied-requests.ts'
import type { WalkInput, Walked } from './walks/walked.ts'

const installed = await installTools()
const tools = installed as Tools
const suite = typeof installed === 'string' ? describe.skip : describe
const why = typeof installed === 'string' ? ` (skipped: ${installed})` : ''

const documents: readonly (readonly [string, Any])[] = [
  ...combinations.map((conventions) => [JSON.stringify(conventions), openApiDocument(conventions)] as const),
  ['the control API', controlDocument()],
]

suite(`linters${why}`, () => {
  let linters: Readonly<Record<string, Linter>>
  beforeAll(async () => {
    linters = { Redocly: await redocly(tools), Spectral: await spectral(tools) }
  })

  it.each(selectPart(documents, 3))('find nothing in the document of %s', async (_, document) => {
    for (const [name, lint] of Object.entries(linters)) expect([name, await lint(document)]).toEqual([name, []])
  })

  it('find what is wrong with a spoilt document', async () => {
    const document = structuredClone(openApiDocument({}))
    delete document.paths['/1.13/environments'].get.security
    document.paths['/1.13/flows'].get.operationId = 'projects.list'
    const rules = async (name: string) => (await linters[name]!(document)).map((found) => found.split(' ')[0]).sort()
    expect(await rules('Redocly')).toEqual(['operation-operationId-unique', 'security-defined'])
    expect(await rules('Spectral')).toEqual(['operation-operationId-unique'])
  })
})

const names = Object.keys(generators) as (keyof typeof generators)[]

suite(`generated clients${why}`, () => {
  const emulator = createEmulator()
  const { catalogId } = emulator.samples
  const products = emulator.data.find('catalog_products', { where: { catalog_id: catalogId! } })
  const { brand } = products.find(({ status }) => status === 'active')!
  let server: RunningServer
  beforeAll(async () => {
    // Orval greets.
    vi.spyOn(console, 'log').mockImplementation(() => {})
    server = await serve(emulator, { port: 0 })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.close()
  })

  it.each(selectPart(names, 3))(
    '%s: types that compile; a walk by cursors, a filter, a creation and failures',
    async (name) => {
      const document = (await (await fetch(`${server.url}/_emulator/api/openapi.json`)).json()) as object
      const folder = await generateClient(name, document, tools)
      try {
        const walk = addWalk(name, folder)
        await checkTypes(folder)
        const misspelt = readFileSync(walk, 'utf8').replace("'active'", "'activ'")
        writeFileSync(join(folder, 'misspelt.ts'), misspelt)
        await expect(checkTypes(folder)).rejects.toThrow(/^misspelt\.ts.*activ/m)
        const parameters: WalkInput = {
          baseUrl: server.url,
          token: emulator.credentials.token,
          catalogId: catalogId!,
          brand,
          expiresAt: new Date(emulator.clock.now() + 30 * 86_400_000).toISOString(),
        }
        const { walk: run } = (await import(walk)) as { walk: (parameters: WalkInput) => Promise<Walked> }
        const { ids, filtered, created, failures } = await run(parameters)
        expect(ids).toEqual(products.map(({ id }) => id))
        const wanted = products.filter((product) => product.status === 'active' && product.brand === brand)
        expect(filtered).toEqual(wanted.map(({ id }) => id))
        expect(wanted.length).toBeLessThan(products.length)
        expect(created).toMatchObject({ scopes: ['projects:read'], secret: expect.stringMatching(/^pat_/) })
        expect(emulator.data.find('access_tokens').map(({ name }) => name)).toContain(created.name)
        expect(failures).toEqual([
          [400, 'malformed_id', ['starting_after']],
          [404, 'not_found', []],
        ])
      } finally {
        removeClient(folder)
      }
    },
  )

  const others = documents.slice(1).flatMap((document) => names.map((name) => [name, ...document] as const))

  it.each(selectPart(others, 12))('%s: types that compile, of the document of %s', async (name, _title, document) => {
    const folder = await generateClient(name, document, tools)
    try {
      await checkTypes(folder)
    } finally {
      removeClient(folder)
    }
  })
})

/** Sends requests through Prism, and counts those that reached the emulator. */
async function sendThroughPrism(
  conventions: Partial<Conventions>,
  document: object,
  requests: (emulator: Emulator) => Iterable<Varied>,
): Promise<{ readonly seen: number; readonly good: number; readonly wrong: readonly unknown[] }> {
  const emulator = createEmulator({ conventions })
  const server = await serve(emulator, { port: 0 })
  const prism = await startPrism(document, server.url, tools)
  const { mayBeEmpty } = new Dialect(emulator.conventions).template('errorBody')
  const wrong: unknown[] = []
  let [seen, good] = [0, 0]
  try {
    for (const { operation, what, good: isGood, request, fault } of requests(emulator)) {
      if (fault !== undefined) emulator.faults.add({ status: fault })
      const answer = await fetch(await redirected(request, prism.url))
      const { byteLength } = await answer.arrayBuffer()
      // No document can say that a body may be missing, but in words.
      const isEmptyError = mayBeEmpty === true && answer.status >= 400 && byteLength === 0
      seen += emulator.requests.size
      good += isGood ? 1 : 0
      // Prism is right to report a bad request.
      const violations = readViolations(answer).filter(({ location }) =>
        location[0] === 'response' ? !isEmptyError : isGood,
      )
      if (emulator.requests.size !== 1 || violations.length > 0)
        wrong.push([operation, what, answer.status, violations])
      emulator.reset()
    }
  } finally {
    await prism.close()
    await server.close()
  }
  return { seen, good, wrong }
}

/** True where errors have a media type other than application/json, of all operations or of some. */
function hasMediaTypeOfErrors({ errorBody }: Partial<Conventions>): boolean {
  return /"problem"|"\$mediaType"/.test(JSON.stringify(errorBody) ?? '')
}

suite(`Prism as a proxy${why}`, () => {
  it.each(selectPart(combinations, 6))(
    'finds nothing in the answers, and nothing in good requests, under %j',
    async (conventions) => {
      const document = openApiDocument(conventions)
      const { seen, good, wrong } = await sendThroughPrism(conventions, document, (emulator) =>
        [...variedRequests(emulator, document)].filter(
          // Prism takes other media types of errors for application/json, and MCP answers with both.
          ({ operation }) => operation !== 'mcp' || !hasMediaTypeOfErrors(conventions),
        ),
      )
      expect(wrong).toEqual([])
      expect(seen).toBeGreaterThanOrEqual(conventions.versionedResources === 'off' ? 100 : 900)
      expect(good).toBeGreaterThan(seen / 3)
    },
  )

  it('finds what a spoilt document does not allow', async () => {
    const document = structuredClone(openApiDocument({}))
    document.components.schemas.Error.properties.error.properties.code.enum = ['malformed_id']
    const { wrong } = await sendThroughPrism({}, document, (emulator) =>
      [...variedRequests(emulator, openApiDocument({}))].filter(
        ({ operation }) => operation === 'environments.retrieve',
      ),
    )
    expect(wrong).toContainEqual(['environments.retrieve', 'unknown id', 404, [expect.anything()]])
    expect(wrong).not.toContainEqual(expect.arrayContaining(['malformed id']))
  })
})
