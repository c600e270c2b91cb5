import { expect, it } from 'vitest'
import { judgeTasks } from '../../conformance/client/judge/judge-client.ts'
import { inProcess } from './in-process.ts'

it('passes a client that lists environments with a Bearer token, and fails one that sends it bare', async () => {
  const client = (scheme: string) =>
    inProcess({
      'list-environments': async ({ baseUrl, fetch, credentials }) => {
        const headers = { authorization: `${scheme}${credentials.token}` }
        const response = await fetch(`${baseUrl}/1.13/environments`, { headers })
        const { data } = (await response.json()) as { data: { id: string }[] }
        return { ids: data.map(({ id }) => id) }
      },
    })
  const verdicts = async (scheme: string) =>
    (await judgeTasks(client(scheme))).map(({ check, verdict }) => `${check} ${verdict}`)
  expect(await verdicts('Bearer ')).toEqual(
    expect.arrayContaining(['client.bearer pass', 'client.versioned-paths.value pass']),
  )
  expect(await verdicts('')).toEqual(
    expect.arrayContaining(['client.bearer fail', 'client.versioned-paths.value blocked']),
  )
})
