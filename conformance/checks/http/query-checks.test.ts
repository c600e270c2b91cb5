import { expect, it } from 'vitest'
import { emulatorSubject, runKit, type Subject } from '../../../testing/selftest/subject.ts'
import { openService } from '../../../testing/servers/right/service/open-service.ts'
import { writeOperations } from '../../catalogue/operations.ts'
import { accessTokenChecks } from '../access-tokens/access-tokens-checks.ts'
import { httpChecks } from './http-checks.ts'

const tokenWrites = ['create-token', 'rename-token', 'delete-token'].map((place) => `http.query-on-writes.${place}`)
const unseen = 'insufficientEvidence'

/** How the checks end that send a query with writes about tokens. */
async function verdicts({ target, fetch }: Subject): Promise<readonly string[]> {
  const checks = [...accessTokenChecks, ...httpChecks]
  const { results } = await runKit({ target, fetch }, { checks, only: tokenWrites })
  return results.filter(({ check }) => tokenWrites.includes(check)).map(({ verdict }) => verdict)
}

it.each([
  [1, [unseen, unseen, unseen]],
  [2, ['pass', unseen, 'pass']],
  [4, ['pass', 'pass', 'pass']],
  [5, ['pass', 'pass', 'pass']],
  [6, ['pass', 'pass', 'pass']],
] as const)('blames no query on writes about tokens given a quota of %i', async (quota, expected) => {
  expect(await verdicts(openService({ moods: { quota } }))).toEqual(expected)
})

it('blames writes about tokens given a target that forgets their bodies for a query', async () => {
  const { target, fetch } = emulatorSubject()
  const forgetful: Subject['fetch'] = async (request) => {
    if (request.method !== 'POST' || !request.url.includes('?conformance=')) return await fetch(request)
    const { url, method, headers } = request
    const body = { ...((await request.json()) as object), name: 'unnamed' }
    return await fetch(new Request(url, { method, headers, body: JSON.stringify(body) }))
  }
  // Nothing is deleted that no list shows under the name of the run.
  expect(await verdicts({ target, fetch: forgetful })).toEqual(['fail', 'fail', unseen])
})

it('passes a new name of a token given a target that answers it by 204', async () => {
  const { target, fetch } = emulatorSubject()
  const silent: Subject['fetch'] = async (request) => {
    const response = await fetch(request)
    const isRename = request.method === 'POST' && /\/access-tokens\/[^/]+$/.test(new URL(request.url).pathname)
    return isRename && response.ok ? new Response(null, { status: 204 }) : response
  }
  expect(await verdicts({ target, fetch: silent })).toEqual(['pass', 'pass', 'pass'])
})

it('blames every write given a target that knows no path with a query', async () => {
  const { target, fetch } = emulatorSubject()
  const refusing: Subject['fetch'] = async (request) =>
    request.method !== 'GET' && request.url.includes('?')
      ? Response.json({ message: 'no' }, { status: 404 })
      : await fetch(request)
  const { results } = await runKit(
    { target, fetch: refusing },
    { checks: httpChecks, only: ['http.query-on-writes.*'] },
  )
  expect(results.map(({ verdict }) => verdict)).toEqual(writeOperations.map(() => 'fail'))
})
