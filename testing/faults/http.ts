import { textResponse } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { documentedLists } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { on } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'
import { isOptions } from './wrappers.ts'

const optionsLikeGet = on('everywhere', async (intercepted) => {
  if (!isOptions(intercepted)) return intercepted.send()
  const { status, body } = await intercepted.send({ method: 'GET' })
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
})

const optionsDeletes = on(
  'access-tokens.revoke',
  async (intercepted) => {
    const described = await intercepted.send()
    await intercepted.send({ method: 'DELETE' })
    return described
  },
  'OPTIONS',
)

/** Violations of clause 4 by any endpoint. */
export const httpFaults: readonly Violation[] = [
  ...violations('http.json.everywhere', {
    'json-only-if-asked-for': [
      'The versioned lists return an HTML page unless Accept names JSON.',
      on(documentedLists, async (intercepted) => {
        const wanted = intercepted.request.headers.get('accept') ?? '*/*'
        return wanted.includes('json') ? intercepted.send() : textResponse('<h1>Environments</h1>', 'text/html')
      }),
    ],
  }),
  ...violations('http.options.environments', {
    'options-like-get': ['OPTIONS answers what GET does.', optionsLikeGet],
  }),
  ...violations('http.options.access-token', {
    'options-runs-the-deletion': ['OPTIONS of a token revokes it.', optionsDeletes],
  }),
]
