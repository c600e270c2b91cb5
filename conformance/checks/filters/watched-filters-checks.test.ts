import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit, type Subject } from '../../../testing/selftest/subject.ts'

/** An emulator that answers requests for pages before a cursor with a brand in another way. */
function beforeCursor(
  answer: (request: Request, brand: string, right: Subject['fetch']) => Promise<Response>,
): Subject {
  const { target, fetch: right } = emulatorSubject()
  return {
    target,
    fetch: async (request) => {
      const { searchParams } = new URL(request.url)
      const brand = searchParams.get('brand')
      return searchParams.has('ending_before') && brand !== null ? answer(request, brand, right) : right(request)
    },
  }
}

const withBrand = (request: Request, brand: string) => {
  const url = new URL(request.url)
  url.searchParams.set('brand', brand)
  return new Request(url, request)
}

it('fails where a near value finds records on a page that was asked for as a control', async () => {
  const subject = beforeCursor((request, brand, right) => right(withBrand(request, brand.trim())))
  const result = await runKit(subject)
  expect(resultLines(result, 'fail')).toEqual([
    expect.stringMatching(
      /^filters\.exact\.pages .*ending_before=.*whose brand is .*starting_after the answer is right$/,
    ),
  ])
})

it('falls back to a request that is known to be good where a near value is refused', async () => {
  const known = new Set<string>()
  const subject = beforeCursor(async (request, brand, right) => {
    const { data } = (await (await right(request.clone())).json()) as { data: readonly unknown[] }
    if (data.length > 0) known.add(brand)
    return known.has(brand) ? right(request) : Response.json({ error: 'unknown brand' }, { status: 400 })
  })
  const result = await runKit(subject)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})
