import { expect, it } from 'vitest'
import { madeCredentials, madeRun } from '../../../testing/clients/made-run.ts'
import { judgeRequests } from './judge-run.ts'
import { Redaction } from './redaction.ts'
import type { ClientResult } from './client-result.ts'

/** The redacted result of a check. */
function redactedResult(check: string, run: Parameters<typeof madeRun>[1], ...lines: readonly object[]): ClientResult {
  const made = madeRun(
    lines.map((line) => ({ line: 'GET /1.13/environments', ...line })),
    run,
  )
  const redaction = new Redaction()
  redaction.learn({ transcript: made.transcript, credentials: made.credentials })
  return redaction.show(judgeRequests(made).find((result) => result.check === check)!)
}

it('takes secrets out of the values of a message, and leaves its words', () => {
  // A password that is a word of the judge is removed only from what the client sent.
  const credentials = { ...madeCredentials, clientSecret: 'Authorization', apiKey: 'expected' }
  const result = redactedResult(
    'client.bearer',
    { task: 'list-environments', credentials },
    {
      authorization: 'Basic Authorization',
    },
  )
  expect(result.message).toBe('expected Authorization: Bearer <access_token>; got "Basic <client_secret>"')
  const key = redactedResult(
    'client.secrets-in-headers',
    {},
    { line: `GET /1.13/environments?key=${madeCredentials.apiKey}` },
  )
  expect(key.message).toContain('expected an address without secrets; got "/1.13/environments?key=')
  expect(JSON.stringify(key)).not.toContain(madeCredentials.apiKey)
  expect(key.fact).toEqual({ kind: 'secret', at: key.evidence[0], secret: 'apiKey' })
  expect(key.evidence[0]!.request.operation).toBe('environments.list')
})

it('takes secrets out of a fact, and shows each of its requests', () => {
  const id = '2rHt2Okh4RUnlKcuUyeAJjTsJzW'
  const page = { answer: { data: [{ id }], has_more: true } }
  const others = Array.from({ length: 20 }, () => ({ line: 'GET /1.13/resources' }))
  const secret = 'no-id-but-a-secret'
  const result = redactedResult(
    'client.walk-cursor',
    { task: 'list-environments', credentials: { ...madeCredentials, clientSecret: secret } },
    page,
    ...others,
    { line: `GET /1.13/environments?starting_after=${secret}` },
  )
  expect(result.fact).toEqual({ kind: 'cursor', at: result.evidence[0], sent: '<client_secret>' })
  expect(result.evidence[0]?.request.url).toContain('starting_after=')
})

it('takes secrets out of a link as it was written, whose URL has no path of the base URL', () => {
  const list = '/0/issues/2K5xLQJr8QpV0mWcT3nYbZ9aHsD/events/'
  const query = 'a=x%26y&key=secret+one/two&cursor=0:2:0'
  const link = `<http://service.test/~w${list}?${query}>; rel="next"; results="true"; cursor="0:2:0"`
  const result = redactedResult(
    'client.link-next',
    { task: 'walk-events', credentials: { ...madeCredentials, clientSecret: 'secret+one/two' } },
    { line: `GET ${list}`, answer: [{ id: 'a' }, { id: 'b' }], answerHeaders: { link } },
    { line: `GET ${list}?cursor=0:2:0`, answer: [] },
  )
  expect(result.message).toBe(
    `expected the URL ${list}?a=x%26y&key=<client_secret>&cursor=0:2:0; got ${list}?cursor=0:2:0, without a=x%26y and key=<client_secret>`,
  )
})
