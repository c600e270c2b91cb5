// Prepares a world before a client begins its task.
import type { DialectFacts } from '../../../conformance/client/evidence/world-facts.ts'
import type { Assignment } from '../../../conformance/client/judge/client-subject.ts'
import type { TaskInput } from '../../../conformance/client/tasks/names.ts'
import { toExpiry } from '../../../conformance/client/tasks/expected-values.ts'
import { collectTexts } from '../../../conformance/reading/find-list.ts'
import { findRelation, parseLinkHeader } from '../../../conformance/reading/link-header.ts'
import type { Emulator } from '../../../emulator/create-emulator.ts'
import type { World } from '../../../emulator/world/world.ts'

/** The world of a run before it begins. */
export interface PreparedWorld {
  readonly emulator: Emulator
  readonly world: World
  readonly baseUrl: string
  readonly dialect: DialectFacts
}

/** Prepares the world of a run. @returns the input of the task, with the prepared values. */
export async function prepareInput({ prepare, input }: Assignment, place: PreparedWorld): Promise<TaskInput> {
  switch (prepare) {
    case undefined:
      return input
    case 'eventsAfterLastPage': {
      const after = await lastLinkHeader(String(input['issueId']), place)
      const data = Array.from({ length: place.dialect.legacyPageSize + 5 }, (_none, index) => ({
        name: `New event ${index + 1}`,
        issue_id: String(input['issueId']),
      }))
      place.world.data.insertAll('issue_events', data)
      return { ...input, after }
    }
    case 'accessToken':
      return { ...input, secret: await newSecret(place) }
  }
}

/** The Link header of the last page of an issue's events. */
async function lastLinkHeader(issueId: string, { emulator, baseUrl }: PreparedWorld): Promise<string> {
  const headers = { authorization: `Bearer ${emulator.credentials.integrationToken}` }
  let url = `${baseUrl}/0/issues/${issueId}/events/`
  for (;;) {
    const link = (await emulator.fetch(url, { headers })).headers.get('link') ?? ''
    const next = findRelation(parseLinkHeader(link) ?? [], 'next')
    if (!next) throw new Error(`The emulator sent no next link for ${url}; got ${JSON.stringify(link)}.`)
    if (next.parameters['results'] !== 'true') return link
    url = next.target
  }
}

async function newSecret({ emulator, world, baseUrl, dialect }: PreparedWorld): Promise<string> {
  const response = await emulator.fetch(`${baseUrl}${dialect.accessTokensPath}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'For use-access-token',
      scopes: [dialect.toScope('environments:read')],
      expires_at: toExpiry(world.clock.now(), 30, dialect),
    }),
  })
  const secret = collectTexts(await response.json()).find(({ text }) => /^pat\W*_/.test(text))
  if (!secret) throw new Error(`The emulator created no personal access token; it answered ${response.status}.`)
  return secret.text
}
