import { expect, it } from 'vitest'
import { checks } from '../../conformance/checks/checks.ts'
import { groupChecks } from '../../conformance/judge/check-order.ts'
import { planRun } from '../../conformance/judge/plan.ts'
import { type ConformanceOptions, openRun } from '../../conformance/judge/run-conformance.ts'
import { emulatorSubject } from '../conformance/subject.ts'

/** The number of wrong credentials that a run sends, as the kit counts them, and what the target sees of them. */
async function runCounted(options: Partial<ConformanceOptions>) {
  const { target, fetch } = emulatorSubject()
  const refused: string[] = []
  const opened = openRun({
    target,
    checks,
    ...options,
    fetch: async (request) => {
      const form = new URLSearchParams(request.url.endsWith('/oauth/token') ? await request.clone().text() : '')
      const response = await fetch(request)
      const isLogIn =
        form.get('grant_type') === 'client_credentials' ? form.get('client_secret') : form.get('refresh_token')
      const isRefused = isLogIn ? response.status >= 400 : response.status === 401
      // A missing credential is not a wrong one.
      if (isRefused && (isLogIn || !/^(?:Bearer ?)?$/.test(request.headers.get('authorization') ?? '')))
        refused.push(`${request.method} ${request.url} ${request.headers.get('authorization') ?? String(form)}`)
      return response
    },
  })
  // The others let credentials expire: these are no wrong ones.
  const { quiet, risky } = groupChecks(opened.selected)
  for (const check of [...quiet, ...risky]) await opened.decide(check)
  await opened.close()
  return { refused, wrong: opened.run.controls.wrong }
}

const depths = { gentle: { gentle: true }, quick: { quick: true }, full: {} } as const

it(
  'sends no more wrong credentials than a plan says, and fewer when it is quick or gentle',
  { timeout: 120_000 },
  async () => {
    const counts: Record<string, number> = {}
    for (const [name, depth] of Object.entries(depths)) {
      const { refused, wrong } = await runCounted(depth)
      const planned = planRun({ target: emulatorSubject().target, checks, ...depth })
      expect(wrong, name).toBeLessThanOrEqual(planned.reduce((sum, { wrongCredentials }) => sum + wrongCredentials, 0))
      // It counts every request that the target refuses.
      expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(wrong)
      counts[name] = wrong
    }
    expect(counts['gentle']).toBeGreaterThan(0)
    expect(counts['gentle']).toBeLessThan(counts['quick']!)
    expect(counts['quick']).toBeLessThan(counts['full']!)
  },
)
