import type { Asked } from '../algebra/asked.ts'
import { notFound, noContent, text } from '../algebra/messages.ts'
import { command, documentedLists, environments, groups, legacyRoot } from '../algebra/places.ts'
import { answer, mapAnswer, mapHeader, on } from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'

const isOptions = ({ request }: Asked) => request.method === 'OPTIONS'

const optionsLikeGet = on('everywhere', async (asked) => {
  if (!isOptions(asked)) return asked.send()
  const { status, body } = await asked.send({ method: 'GET' })
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
})

const refuseOptions = () => new Response(null, { status: 405, headers: { allow: 'GET' } })

/** Violations of clause 4 by any endpoint. */
export const httpDeviations: readonly Deviation[] = violations`
  http.json.everywhere
    json-as-text: The lists of clause 4.4 answer JSON as text/plain.
      ${mapHeader(documentedLists, 'content-type', 'text/plain; charset=utf-8')}
    json-as-html: The environments answer JSON as text/html. ${mapHeader(environments, 'content-type', 'text/html')}
    json-without-type: Results of commands have no Content-Type. ${mapHeader(command, 'content-type', undefined)}
    refusals-as-text: A 400 is plain text.
      ${mapAnswer(
        'everywhere',
        () => text('Bad Request', 'text/plain', 400),
        ({ status }) => status === 400,
      )}
  http.options.environments
    options-like-get: OPTIONS answers what GET does. ${optionsLikeGet}
    options-405: OPTIONS answers 405. ${answer('everywhere', refuseOptions, isOptions)}
    options-empty: OPTIONS answers 204 without a body. ${answer('everywhere', noContent, isOptions)}
  http.options.legacy-root
    options-of-legacy-root-empty: OPTIONS on /0/ answers an empty object.
      ${on(legacyRoot, () => Response.json({}), 'OPTIONS')}
  http.options.legacy-groups
    options-of-groups-404: OPTIONS on the groups answers 404. ${on(groups, notFound, 'OPTIONS')}
`
