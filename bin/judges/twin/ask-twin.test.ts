import { expect, it } from 'vitest'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { askTwin } from './ask-twin.ts'
import { twinRecords } from './twin-records.ts'

it('takes a member that only some records have for no difference', async () => {
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
  expect((await askTwin({ ...subject, records: document.records })).differences).toEqual([])
  const { differences } = await askTwin(subject)
  expect(differences.map(({ question }) => question)).toContain('environments.retrieve')
})

it('names the members of real records that the emulator cannot have', () => {
  const { fixtures, unfit } = twinRecords({}, { resources: [{ name: 'A', status: 'retired', type: 'x', own: 1 }] })
  expect(fixtures!['resources']).toEqual([{ name: 'A', type: 'x', own: 1 }])
  expect(unfit).toEqual(['resources.status'])
})
