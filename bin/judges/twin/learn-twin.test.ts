import { expect, it } from 'vitest'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { learnTwin } from './learn-twin.ts'
import { twinRecords } from './twin-records.ts'

it('ignores a member that only some records have', async () => {
  const unnamed = new Set<string>()
  const { learned, document } = await learnEmulator(
    {},
    {
      allowWrites: false,
      between: (next) => async (request) => {
        const response = await next(request)
        const isList = request.method === 'GET' && new URL(request.url).pathname.endsWith('/environments')
        if (!isList || response.status !== 200) return response
        const { data, ...rest } = (await response.json()) as { readonly data: readonly { readonly id: string }[] }
        for (const { id } of data.slice(0, 3 - unnamed.size)) unnamed.add(id)
        const named = data.map((record) => (unnamed.has(record.id) ? record : { ...record, nickname: 'E' }))
        return Response.json({ data: named, ...rest })
      },
    },
  )
  const { fixtures } = twinRecords(document.records)
  const options = { fixtures: parseSeed(fixtures!) }
  const subject = { asked: learned.asked, allowWrites: false, options }
  const ofRecords = await learnTwin({ ...subject, records: document.records })
  expect(ofRecords.comparison.differences).toEqual([])
  const { comparison } = await learnTwin(subject)
  expect(comparison.differences.map(({ question }) => question)).toContain('environments.retrieve')
})

it('names the members of real records that the emulator cannot have', () => {
  const { fixtures, unfit } = twinRecords({}, { resources: [{ name: 'A', status: 'retired', type: 'x', own: 1 }] })
  expect(fixtures!['resources']).toEqual([{ name: 'A', type: 'x', own: 1 }])
  expect(unfit).toEqual(['resources.status'])
})

const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
const paths: readonly (readonly [path: string, collection: string | undefined])[] = [
  ['/1.13/resources', 'resources'],
  ['/2.0/resources/', 'resources'],
  [`/1.13/flows/${id}/runs`, 'flow_runs'],
  ['/1.13/flows/{flow_id}/runs', 'flow_runs'],
  [`/1.13/pulse/catalogs/${id}/products`, 'catalog_products'],
  [`/0/projects/${id}/groups/`, 'groups'],
  [`/1.13/resources/${id}`, undefined],
  ['/1.13/widgets', undefined],
]

it.each(paths)('has the values of an enum filter at %s in the collection listed there', (path, collection) => {
  const { fixtures, unplaced } = twinRecords({}, {}, undefined, [
    { path, parameter: 'status', values: ['on', 'off'] },
    { path, parameter: 'status', values: ['off', 'gone'] },
    { path, parameter: 'own', values: ['a'] },
  ])
  const none = [`status of ${path}`, `status of ${path}`]
  expect([fixtures?.['members'], unplaced]).toEqual(
    collection === undefined
      ? [undefined, [...none, `own of ${path}`]]
      : [{ [collection]: { status: ['on', 'off', 'gone'] } }, [`own of ${path}`]],
  )
})
