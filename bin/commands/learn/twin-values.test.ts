// A twin uses the enum values that its service declares wherever it reads, shows or documents them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { learnService } from '../../../conformance/learn/learn-service.ts'
import { toLearnedDocument } from '../../../conformance/learn/learned-document.ts'
import { readCase } from '../../../emulator/serve/case/read-case.ts'
import { createEmulator, type Emulator } from '../../../emulator/create-emulator.ts'
import { readTwin } from '../../../emulator/serve/twin/read-twin.ts'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { runHere } from '../../../testing/run-here.ts'
import { ask } from '../../../testing/suite/ask.ts'
import { openService } from '../../../testing/servers/right/service/open-service.ts'
import { toTargetFile } from '../../judges/service/target-file.ts'
import { makeTwin } from '../../judges/twin/make-twin.ts'
import { OpenedCase } from '../replay/open-case.ts'
import { twinFiles, writeTwin } from './twin-files.ts'

const statuses = ['active', 'retired']
const directory = mkdtempSync(join(tmpdir(), 'values-'))
const faults: unknown[] = []
/** The twin, and an emulator with its records and the default conventions. */
let twin: Emulator
let emulator: Emulator

beforeAll(async () => {
  const { target, fetch, time } = openService({ data: { statuses } })
  const learned = await learnService({ target, fetch, time, allowWrites: false })
  const document = toLearnedDocument(learned, { baseUrl: target.baseUrl, allowWrites: false })
  const made = await makeTwin({ document, learned, target, records: { sample: 3 } })
  expect(made.records.unfit).toEqual([])
  writeTwin(join(directory, 'twin'), twinFiles(made.document, made.records, { adapters: made.adapters }))
  const onError = (error: unknown) => faults.push(error)
  const options = { checkResponses: true, onError }
  const read = await readTwin(join(directory, 'twin'))
  twin = createEmulator({ ...options, twin: read })
  emulator = createEmulator({ ...options, fixtures: read.fixtures!() })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('writes learned enum values into fixtures.yaml, with real records that have them', () => {
  const fixtures = parse(readFileSync(join(directory, 'twin', 'fixtures.yaml'), 'utf8'))
  expect(fixtures.members).toEqual({ resources: { status: statuses }, catalog_products: { status: statuses } })
  expect(fixtures.resources.map(({ status }: { status: string }) => status)).toContain('retired')
})

it('filters by learned enum values, and refuses others with 400', async () => {
  const products = `/1.13/pulse/catalogs/${emulator.samples.catalogId}/products`
  for (const served of [twin, emulator])
    for (const path of ['/1.13/resources', products]) {
      const listed = async (query: string) => {
        const { status, json } = await ask(served, 'GET', `${path}?${query}`)
        const found = Object.values(json).find(Array.isArray) ?? []
        return [status, ...new Set(found.map((record: { status: string }) => record.status))]
      }
      expect(await listed('status=retired')).toEqual([200, 'retired'])
      expect(await listed('status=archived')).toContain(400)
      expect((await listed('limit=50')).toSorted()).toEqual([200, ...statuses])
    }
  expect((await ask(emulator, 'GET', '/1.13/catalogs?status=archived')).status).toBe(200)
  const headers = { accept: 'application/json, text/event-stream' }
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_resources' } }
  const call = async (status: string) => {
    const params = { ...tool.params, arguments: { status } }
    return (await ask(emulator, 'POST', emulator.conventions.mcpPath, { headers, json: { ...tool, params } })).text
  }
  expect(await call('retired')).toContain('retired')
  expect(await call('archived')).toContain('"isError":true')
  expect(faults).toEqual([])
})

it('accepts learned enum values in bodies and through emulator.data, with the first as the default', async () => {
  const create = async (members: object) => {
    const { status, json } = await ask(emulator, 'POST', '/1.13/resources', { json: { name: 'A', ...members } })
    return [status, (json.data ?? json).status]
  }
  expect(await create({ status: 'retired' })).toEqual([201, 'retired'])
  expect(await create({})).toEqual([201, 'active'])
  expect((await create({ status: 'archived' }))[0]).toBe(400)
  expect(emulator.data.insert('resources', { status: 'retired' as never })).toMatchObject({ status: 'retired' })
  expect(() => emulator.data.insert('resources', { status: 'archived' })).toThrow('"active", "retired"')
  expect(() => emulator.data.find('resources', { where: { status: 'archived' } })).toThrow('active, retired')
})

it('documents learned enum values in OpenAPI, in OPTIONS and in the target file of the twin', async () => {
  const document = (await ask(emulator, 'GET', '/_emulator/api/openapi.json')).json
  const { get, post } = document.paths['/1.13/resources']
  const parameter = get.parameters.find(({ name }: { name: string }) => name === 'status')
  const body = post.requestBody.content['application/json'].schema.properties.status
  for (const schema of [parameter.schema, body, document.components.schemas.resource.properties.status])
    expect(schema.enum).toEqual(statuses)
  const { stdout } = await runHere(['openapi', '--config', join(directory, 'twin')])
  const served = (await ask(twin, 'GET', '/_emulator/api/openapi.json')).text
  expect(JSON.parse(stdout)).toEqual(JSON.parse(served.replaceAll('http://localhost', 'http://127.0.0.1:4113')))
  const described = (await ask(emulator, 'OPTIONS', '/1.13/resources')).json.methods.GET.parameters.query
  expect(described.properties.status.enum).toEqual(statuses)
  const { enumFilters } = toTargetFile(emulator, 'http://twin.test', true)
  expect(enumFilters).toContainEqual({ path: '/1.13/resources', parameter: 'status', values: statuses })
})

it('keeps learned enum values in a snapshot, its restoration and a case', async () => {
  const snapshot = JSON.parse(JSON.stringify(emulator.snapshot()))
  expect(snapshot.members.resources).toEqual({ status: statuses })
  expect((await ask(emulator, 'GET', '/_emulator/snapshot')).json.members).toEqual(snapshot.members)
  for (const other of [createEmulator({ fixtures: parseSeed(snapshot) }), createEmulator()]) {
    other.restore(snapshot)
    expect((await ask(other, 'GET', '/1.13/resources?status=retired')).status).toBe(200)
    expect((await ask(other, 'GET', '/1.13/resources?status=archived')).status).toBe(400)
  }
  const other = createEmulator()
  other.worlds.use('w').restore(snapshot)
  const documents = ['', '/~w'].map(
    async (world) => (await ask(other, 'GET', `${world}/_emulator/api/openapi.json`)).json,
  )
  const values = (await Promise.all(documents)).map(
    ({ components }) => components.schemas.resource.properties.status.enum,
  )
  expect(values).toEqual([['active', 'inactive', 'archived'], statuses])
  const opened = new OpenedCase(readCase(await emulator.saveCase())).emulatorAt(1)
  expect((await ask(opened, 'GET', '/1.13/resources?status=retired')).status).toBe(200)
})
