// The results of a run for servers whose records somebody else deletes at the worst moment.
import { expect, it } from 'vitest'
import { resultLines, runKit } from '../../selftest/subject.ts'
import { openService } from './service/open-service.ts'
import type { Service } from './service/service.ts'

/** Deletes the record that comes next, whenever a page with a status is asked for by a cursor. */
function deletesNext({ store }: Service, { url }: Request): void {
  const { pathname, searchParams } = new URL(url)
  const [cursor, status] = [searchParams.get('starting_after'), searchParams.get('status')]
  if (pathname !== '/1.13/resources' || cursor === null || status === null) return
  const next = store.all('resource').findLast((record) => record.id < cursor && record['status'] === status)
  if (next) store.remove('resource', next.id)
}

it('blames no pages with a filter for a later match in the place of a deleted one', async () => {
  const { options = {}, ...subject } = openService(
    { data: { counts: { product: 46, environment: 5, resource: 150, event: 23, group: 17 } } },
    { withHooks: true, others: deletesNext },
  )
  const result = await runKit(subject, { ...options, only: ['filters.paged.enum'] })
  expect(resultLines(result, 'fail', 'error')).toEqual([])
  expect(resultLines(result, 'insufficientEvidence')).toEqual([
    expect.stringMatching(/^filters\.paged\.enum .*records of \/1\.13\/resources were deleted while it was looked at/),
  ])
})
