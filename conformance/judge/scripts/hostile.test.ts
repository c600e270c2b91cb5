import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fail } from '../../conclusions/conclusion.ts'
import { defineCheck } from '../define-check.ts'
import { runConformance } from '../run-conformance.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
const file = join(folder, 'made')
const attacks = [
  `'; touch ${file}; '`,
  `"; touch ${file}; "`,
  `$(touch ${file})`,
  `\`touch ${file}\``,
  `\n touch ${file}\n`,
  `*) true ;; esac; touch ${file}; case x in x`,
  `\\'; touch ${file} #`,
  'a\u202Eb\u061Cc\u2028d\u009Be',
]

/** Sends back texts that the shell would run if a script had them outside of quotation marks. */
function hostile(attack: string): (request: Request) => Promise<Response> {
  const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
  return () =>
    Promise.resolve(
      Response.json(
        { id, [attack]: attack, name: attack, access_token: `secret-${attack}`, at: '2026-11-29T06:52:06Z' },
        {
          headers: {
            link: `<https://target.example/${encodeURIComponent(attack)}?cursor=${attack.replaceAll(/[^ -~]/g, '')}>; rel=next`,
          },
        },
      ),
    )
}

const telling = defineCheck({
  id: 'http.json.hostile',
  effect: 'read',
  description: 'Uses what it was sent.',
  run: async (session) => {
    const first = await session.send({ method: 'POST', path: '/oauth/token', as: 'none', form: { a: 'b' } })
    const { name, access_token } = first.response.json as { name: string; access_token: string }
    const again = await session.send({
      method: 'POST',
      path: `/1.13/${encodeURIComponent(name)}`,
      query: { name },
      as: { bearer: encodeURIComponent(access_token) },
      json: { name, [name]: access_token },
    })
    fail({
      expected: phrase`no ${name}`,
      got: answerPhrase(again),
      fact: { kind: 'status', at: again, wanted: 'refusal' },
    })
  },
})

it.each(attacks)('executes nothing that a target sent: %j', async (attack) => {
  const target = { baseUrl: 'https://target.example', credentials: { token: 'pat_5KpQmXw81LbRz7Tn' } }
  const { results } = await runConformance({ target, checks: [telling], fetch: hostile(attack) })
  const script = results[0]?.reproduce ?? ''
  // No text is shown in another order than it runs.
  expect(script).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\u0080-\u009F]/u)
  expect(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('')
  const env = { PATH: process.env['PATH'], PLATFORM_BASE_URL: 'http://127.0.0.1:1', PLATFORM_TOKEN: 'x' }
  // No server listens there, so the script ends at its first request. The rest runs without `exit`.
  const all = `exit() { :; }\n${script.replaceAll('exit 2', 'true').replaceAll('exit 1', 'true')}`
  spawnSync('sh', ['-s'], { input: all, env, timeout: 20_000 })
  expect(existsSync(file), script).toBe(false)
})
