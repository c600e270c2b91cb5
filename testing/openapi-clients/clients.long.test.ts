// The OpenAPI documents as other people's programs read them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type RunningServer, serve } from '../../emulator/serve/serve.ts'
import { type Any, combinations, controlDocument, openApiDocument } from '../emulator/documents.ts'
import { selectPart } from '../sample.ts'
import { addWalk, checkTypes, generateClient, generators, removeClient } from './generate.ts'
import { type Linter, redocly } from './lint.ts'
import { installTools, type Tools } from './tools.ts'
import type { WalkInput, WalkObservations } from './walks/walked.ts'

const installed = await installTools()
const tools = installed as Tools
const suite = typeof installed === 'string' ? describe.skip : describe
const why = typeof installed === 'string' ? ` (skipped: ${installed})` : ''

const documents: readonly (readonly [string, Any])[] = [
  ...combinations.map((conventions) => [JSON.stringify(conventions), openApiDocument(conventions)] as const),
  ['the control API', controlDocument()],
]

suite(`the linter of Redocly${why}`, () => {
  let lint: Linter
  beforeAll(async () => {
    lint = await redocly(tools)
  })

  it.each(selectPart(documents, 3))('finds nothing in the document of %s', async (_, document) => {
    expect(await lint(document)).toEqual([])
  })

  it('finds what is wrong with a spoilt document', async () => {
    const document = structuredClone(openApiDocument({}))
    delete document.paths['/1.13/environments'].get.security
    document.paths['/1.13/flows'].get.operationId = 'projects.list'
    const rules = (await lint(document)).map((found) => found.split(' ')[0]).sort()
    expect(rules).toEqual(['operation-operationId-unique', 'security-defined'])
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
        const { walk: run } = (await import(walk)) as { walk: (parameters: WalkInput) => Promise<WalkObservations> }
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
