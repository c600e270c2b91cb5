import { expect, it } from 'vitest'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { askTwin } from './ask-twin.ts'
import { twinRecords } from './twin-records.ts'

it('takes a member that only some records have for no difference', async () => {
  const { learned, document } = await learnEmulator(
    {},
    {
      allowWrites: false,
      between: (next) => async (request) => {
        const response = await next(request)
        const { pathname, searchParams } = new URL(request.url)
        if (!pathname.endsWith('/environments') || searchParams.size > 0 || response.status !== 200) return response
        const { data, ...rest } = (await response.json()) as { readonly data: readonly object[] }
        const named = data.map((record, place) => (place < 3 ? record : { ...record, nickname: 'E' }))
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
