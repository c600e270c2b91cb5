// Right servers whose data cannot decide one check. Others that need less are decided nevertheless.
import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'

const idsOf = (lines: readonly string[]): readonly string[] => lines.map((line) => line.split(' ')[0]!)

/** Answers a JSON object or list with a status in place of each other one. */
async function withStatus(response: Response, status: string): Promise<Response> {
  const text = (await response.text()).replaceAll(/"status":"[^"]*"/g, `"status":"${status}"`)
  return new Response(text, response)
}

it('leaves open only the checks of a status where all groups have one status', async () => {
  const { target, fetch } = emulatorSubject()
  const result = await runKit({
    target,
    fetch: async (request) => {
      const response = await fetch(request)
      return /\/0\/projects\/[^/]+\/groups\//.test(request.url) && response.ok && request.method !== 'OPTIONS'
        ? await withStatus(response, 'unresolved')
        : response
    },
  })
  expect(idsOf(resultLines(result, 'fail', 'error', 'blocked'))).toEqual([])
  expect(idsOf(resultLines(result, 'insufficientEvidence'))).toEqual([
    'legacy.groups-post.body',
    'legacy.groups-post-query.status',
    'legacy.groups-post.together',
  ])
})

it('asks values that are not listed where all records have one value', async () => {
  const { target, fetch } = emulatorSubject()
  const declared = { path: '/1.13/resources', parameter: 'status', values: ['active'] }
  const result = await runKit(
    {
      target: { ...target, enumFilters: [declared] },
      fetch: async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        if (pathname !== declared.path) return await fetch(request)
        const status = searchParams.get('status')
        if (status === null) return await withStatus(await fetch(request), 'active')
        if (status !== 'active') return Response.json({ allowed: ['active'] }, { status: 400 })
        const url = new URL(request.url)
        url.searchParams.delete('status')
        return await withStatus(await fetch(new Request(url, request)), 'active')
      },
    },
    { only: ['filters.enum-*'] },
  )
  expect(idsOf(resultLines(result, 'fail', 'error', 'blocked'))).toEqual([])
  expect(idsOf(resultLines(result, 'insufficientEvidence'))).toEqual(['filters.enum-filters.values'])
  expect(idsOf(resultLines(result, 'pass'))).toEqual(
    expect.arrayContaining(['filters.enum-invalid.unlisted', 'filters.enum-invalid.near', 'filters.enum-options.all']),
  )
})
