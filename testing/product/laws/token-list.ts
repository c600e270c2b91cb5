import { mapBodyTokens } from '../../../emulator/disturb/deviations/groups/access-tokens.ts'
import {
  readJson,
  listedRecords,
  replaceJsonBody,
  type ListedRecord,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

const conditions = ['always', 'without-query', 'second-credential'] as const satisfies readonly ConditionName[]

/** The caller's tokens that a list leaves out. */
const leftOut: Readonly<
  Record<string, readonly [breaks: string, isLeftOut: (token: ListedRecord, all: readonly ListedRecord[]) => boolean]>
> = {
  newest: ['The list leaves out the newest token.', ({ id }, all) => all.every((other) => other.id <= id)],
  second: ['The list leaves out the second token.', (token, all) => all[1]?.id === token.id],
  'with-one-scope': [
    'The list leaves out tokens of one scope.',
    ({ scopes }) => Array.isArray(scopes) && scopes.length === 1,
  ],
  'with-several-scopes': [
    'The list leaves out tokens of several scopes.',
    ({ scopes }) => Array.isArray(scopes) && scopes.length > 1,
  ],
  every: ['The list is empty.', () => true],
}

/** GET /access-tokens lists the caller's tokens (clause 4.2). */
export const tokenList: readonly Fault[] = Object.entries(leftOut).flatMap(([kind, [breaks, isLeftOut]]) =>
  lawFaults<'access-tokens.list', (typeof conditions)[number]>({
    id: 'token-list-without',
    way: kind,
    requirement: 'pat.list',
    breaks,
    places: ['access-tokens.list'],
    conditions,
    fault: (place, condition) =>
      during(place, condition, async (intercepted) => {
        const response = await intercepted.send()
        const body = response.ok ? await readJson(response) : undefined
        const all = listedRecords(body)
        return body === undefined
          ? response
          : replaceJsonBody(
              response,
              mapBodyTokens(body, (token) => (isLeftOut(token, all) ? undefined : token)),
            )
      }),
  }),
)
