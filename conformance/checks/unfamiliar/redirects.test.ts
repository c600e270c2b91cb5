import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { RunResult } from '../../judge/result.ts'
import type { FetchFunction } from '../../send/sender.ts'

/** Runs the kit against an emulator behind a gateway, which answers some requests itself. */
async function check(gateway: (request: Request) => Response | undefined): Promise<RunResult> {
  const { target, fetch } = emulatorSubject({ trailingSlash: 'any' })
  const behind: FetchFunction = async (request) => {
    const { pathname } = new URL(request.url)
    return (pathname.includes('_emulator') ? undefined : gateway(request)) ?? (await fetch(request))
  }
  return await runKit({ target, fetch: behind })
}

const redirect = (status: number, location: string) => new Response(null, { status, headers: { location } })

/** Answers a path without a slash at its end by a redirect to the path with one. */
const addsSlash = (status: number) => (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname.endsWith('/') ? undefined : redirect(status, `${pathname}/${search}`)
}

it.each([307, 308])('blames nothing given a gateway that adds a slash to every path by %i', async (status) => {
  const result = await check(addsSlash(status))
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(result.findings['redirects']).toMatch(/^(.*[^/]) to \1\/$/)
})

it('does not follow a redirect to another origin, and shows where it leads', async () => {
  const origins = new Set<string>()
  const result = await check((request) => {
    origins.add(new URL(request.url).origin)
    return redirect(307, 'https://elsewhere.test/')
  })
  expect([...origins]).toEqual(['http://target.test'])
  const failures = resultLines(result, 'fail').join('\n')
  expect(failures).toContain('307 (Location: https://elsewhere.test/)')
})

it('gives up on a redirect that leads back to itself', async () => {
  const result = await check((request) => redirect(308, request.url))
  expect(resultLines(result, 'pass', 'error')).toEqual([])
})
