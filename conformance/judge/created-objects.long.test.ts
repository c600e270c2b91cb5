// A target answers a creation with the id of something that the run did not make, or leads a deletion elsewhere.
import { expect, it } from 'vitest'
import { selectPart } from '../../testing/sample.ts'
import { runKit, timelessSubject } from '../../testing/conformance/subject.ts'

interface Sent {
  readonly method: string
  readonly path: string
}

const older = async (send: (request: Request) => Promise<Response>, authorization: string): Promise<string> => {
  const request = new Request('http://target.test/access-tokens', { headers: { authorization } })
  const { data } = (await (await send(request)).json()) as { data: { id: string }[] }
  return data.at(-1)!.id
}

/** Judges the tokens of an emulator whose answers to creations name another id. */
async function recordWrites(idOf: (made: string, older: string) => string): Promise<{
  readonly writes: readonly Sent[]
  readonly olderId: string
  readonly leftovers: readonly string[]
}> {
  const subject = timelessSubject({})
  const writes: Sent[] = []
  let olderId = ''
  const fetch: typeof subject.fetch = async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET') writes.push({ method: request.method, path: decodeURIComponent(pathname) })
    const isCreation = request.method === 'POST' && pathname === '/access-tokens'
    const authorization = request.headers.get('authorization') ?? ''
    const response = await subject.fetch(request)
    if (!isCreation || !response.ok) return response
    if (olderId === '') olderId = await older(subject.fetch, authorization)
    const record = (await response.json()) as { id: string }
    return Response.json({ ...record, id: idOf(record.id, olderId) }, { status: 201 })
  }
  const result = await runKit({ ...subject, fetch }, { only: ['pat.*'] })
  return { writes, olderId, leftovers: result.leftovers }
}

const ids: readonly (readonly [what: string, idOf: (made: string, older: string) => string])[] = [
  ['the path of a project', () => '../1.13/projects/2rFUBOcdFhipGcFiVyOoNqKKXn9'],
  ['the path of a project, encoded', () => '..%2F1.13%2Fprojects%2F2rFUBOcdFhipGcFiVyOoNqKKXn9'],
  ['the directory above', () => '..'],
  ['a query', (made) => `${made}?all=true`],
  ['an older token', (_made, older) => older],
  ['an older token, prefixed', (_made, older) => `tok_${older}`],
  ['a token of nobody', () => '2rFUBOcdFhipGcFiVyOoNqKKXn9'],
]

it.each(selectPart(ids, 3))(
  'changes and deletes nothing that it did not make given an answer with the id of %s',
  async (_what, idOf) => {
    const { writes, olderId, leftovers } = await recordWrites(idOf)
    const changed = writes.filter(({ path }) => /projects\/2rFU|[?]|\.\./.test(path) || path.includes(olderId))
    expect(changed.filter(({ path }) => !path.startsWith('/0/'))).toEqual([])
    expect(writes.filter(({ method, path }) => method === 'DELETE' && !path.startsWith('/access-tokens/'))).toEqual([])
    // The created object is found by its name, and deleted.
    expect(leftovers.filter((line) => line.startsWith('personal access token'))).toEqual([])
  },
)

it('does not follow the redirect of a deletion to another thing', async () => {
  const subject = timelessSubject({})
  const seen: string[] = []
  const fetch: typeof subject.fetch = async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'DELETE') {
      seen.push(pathname)
      if (pathname.startsWith('/access-tokens/'))
        return new Response(null, {
          status: 307,
          headers: { location: '/1.13/projects/2rFUBOcdFhipGcFiVyOoNqKKXn9' },
        })
    }
    return await subject.fetch(request)
  }
  await runKit({ ...subject, fetch }, { only: ['pat.*'] })
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.filter((path) => !path.startsWith('/access-tokens/'))).toEqual([])
})
