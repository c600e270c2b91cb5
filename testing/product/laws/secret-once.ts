import { mapBodyTokens, collectTokens } from '../../../emulator/disturb/deviations/groups/access-tokens.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { readJson, readBodyMembers, replaceJsonBody } from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { knowSecrets } from '../../faults/wrappers.ts'

type Place = 'access-tokens.list' | 'access-tokens.rename' | 'access-tokens.revoke'

/** Ways to write a secret. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => btoa(secret),
  'base64-of-pair': (secret) => btoa(`token:${secret}`),
  hexadecimal: (secret) => [...secret].map((character) => character.charCodeAt(0).toString(16)).join(''),
  'in-a-text': (secret) => `Send Authorization: Bearer ${secret} with each request.`,
  'in-an-address': (secret) => `https://example.invalid/?token=${encodeURIComponent(secret)}`,
}

type When = ConditionName | 'in-a-header' | 'refused'

const conditions = [
  'always',
  'head',
  'without-query',
  'with-limit',
  'with-cursor',
  'with-other-parameter',
  'other-slash',
  'prefixed-id',
  'from-the-third',
  'in-a-header',
] as const satisfies readonly When[]

type Condition = (typeof conditions)[number]

const met: Readonly<Record<Place, readonly Condition[]>> = {
  'access-tokens.list': [
    'always',
    'head',
    'without-query',
    'with-limit',
    'with-cursor',
    'with-other-parameter',
    'other-slash',
    'from-the-third',
    'in-a-header',
  ],
  'access-tokens.rename': ['always', 'with-other-parameter', 'prefixed-id', 'from-the-third', 'in-a-header'],
  'access-tokens.revoke': ['always', 'with-other-parameter', 'prefixed-id', 'in-a-header'],
}

/** Shows secrets again in the answers at a place. */
const expose = (place: Place, condition: Condition, write: (secret: string) => string): FetchWrapper =>
  knowSecrets((secrets) =>
    during(place, condition === 'in-a-header' ? 'always' : condition, async (intercepted) => {
      const response = await intercepted.send()
      const listed = intercepted.request.method === 'HEAD' ? await intercepted.send({ method: 'GET' }) : response
      const ids =
        place === 'access-tokens.list' ? (await collectTokens(listed)).map(({ id }) => id) : [intercepted.bareId]
      const [secret] = ids.flatMap((id) => secrets.get(id) ?? [])
      if (!response.ok || secret === undefined) return response
      if (condition === 'in-a-header' || condition === 'head') {
        const headers = new Headers(response.headers)
        headers.set('x-token', write(secret))
        return new Response(response.status === 204 ? null : await response.arrayBuffer(), {
          status: response.status,
          headers,
        })
      }
      const body = await readJson(response)
      if (place === 'access-tokens.revoke')
        return replaceJsonBody(
          response,
          { ...(await readBodyMembers(response)), id: ids[0], token: write(secret) },
          200,
        )
      return body === undefined
        ? response
        : replaceJsonBody(
            response,
            mapBodyTokens(body, (token) => {
              const known = secrets.get(token.id)
              return known === undefined ? token : { ...token, token: write(known) }
            }),
          )
    }),
  )

/** The secret of a token is returned once, at creation only (clauses 2.2 and 5.3). */
export const secretOnce: readonly Fault[] = Object.entries(forms).flatMap(([form, write]) =>
  lawFaults<Place, Condition>({
    id: 'secret-once',
    way: form,
    requirement: 'pat.secret-once',
    breaks: 'An answer has the secret of a token that was created before.',
    places: ['access-tokens.list', 'access-tokens.rename', 'access-tokens.revoke'],
    conditions,
    says: (condition) => (condition === 'in-a-header' ? 'in a header' : `under the condition ${condition}`),
    fault: (place, condition) => (met[place].includes(condition) ? expose(place, condition, write) : undefined),
  }),
)
