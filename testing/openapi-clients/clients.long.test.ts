// The OpenAPI documents as other people's programs read them.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { type Any, combinations, controlDocument, documentOf } from '../emulator/documents.ts'
import { addWalk, checkTypes, generateClient, generators, removeClient } from './generate.ts'
import { type Linter, redocly, spectral } from './lint.ts'
import { installTools, type Tools } from './tools.ts'
import type { Given, Walked } from './walks/walked.ts'

const installed = await installTools()
const tools = installed as Tools
const suite = typeof installed === 'string' ? describe.skip : describe
const why = typeof installed === 'string' ? ` (skipped: ${installed})` : ''

const documents: readonly (readonly [string, Any])[] = [
  ...combinations.map((conventions) => [JSON.stringify(conventions), documentOf(conventions)] as const),
  ['the control API', controlDocument()],
]

suite(`linters${why}`, () => {
  let linters: Readonly<Record<string, Linter>>
  beforeAll(async () => {
    linters = { Redocly: await redocly(tools), Spectral: await spectral(tools) }
  })

  it.each(documents)('find nothing in the document of %s', async (_, document) => {
    for (const [name, lint] of Object.entries(linters)) expect([name, await lint(document)]).toEqual([name, []])
  })

  it('find what is wrong with a spoilt document', async () => {
    const document = structuredClone(documentOf({}))
    delete document.paths['/1.13/environments'].get.security
    document.paths['/1.13/flows'].get.operationId = 'projects.list'
    const rules = async (name: string) => (await linters[name]!(document)).map((found) => found.split(' ')[0]).sort()
    expect(await rules('Redocly')).toEqual(['operation-operationId-unique', 'security-defined'])
    expect(await rules('Spectral')).toEqual(['operation-operationId-unique'])
  })
})

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

  it.each(Object.keys(generators) as (keyof typeof generators)[])(
    '%s: types that compile; a walk by cursors, a filter, a creation and failures',
    async (name) => {
      const document = (await (await fetch(`${server.url}/_emulator/api/openapi.json`)).json()) as object
      const folder = await generateClient(name, document, tools)
      try {
        const walk = addWalk(name, folder)
        await checkTypes(folder)
        const given: Given = {
          baseUrl: server.url,
          token: emulator.credentials.token,
          catalogId: catalogId!,
          brand,
          expiresAt: new Date(emulator.clock.now() + 30 * 86_400_000).toISOString(),
        }
        const { walk: run } = (await import(walk)) as { walk: (given: Given) => Promise<Walked> }
        const { ids, filtered, created, failures } = await run(given)
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

  it.each(Object.keys(generators) as (keyof typeof generators)[])(
    '%s: types that compile under other conventions, and for the control API',
    async (name) => {
      for (const [title, document] of documents.slice(1)) {
        const folder = await generateClient(name, document, tools)
        try {
          await checkTypes(folder)
        } catch (error) {
          throw new Error(`The client of ${title} does not compile.`, { cause: error })
        } finally {
          removeClient(folder)
        }
      }
    },
  )
})
