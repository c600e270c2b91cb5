import { problem, text } from '../wrappers/messages.ts'
import { connect, decideConnect, prepareConnect } from '../wrappers/operations.ts'
import { answer, around, mapAnswer, mapBody, mapHeader, replay } from '../wrappers/fetch-wrappers.ts'
import type { BehavioursOf } from '../deviation-groups.ts'

const needBearer = answer(
  connect,
  () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  ({ authorization }) => authorization === '',
)

/** Where the flow goes on by a page or a redirect. */
const goesOn = ({ status }: Response) => status < 400

/** Sends the form of the consent page elsewhere. */
const postToNowhere = mapAnswer(connect, async (response) => {
  const page = (await response.text()).replace('<form method="post">', '<form method="post" action="nowhere">')
  return new Response(page, response)
})

/** Takes a code that was never given, on the first page and where its form is sent. */
const approveAnyCode = around(
  replay(connect, ({ status }) => status === 400),
  replay(decideConnect, ({ status }) => status === 400),
)

/** The behaviour of each deviation of "Connecting an adapter". */
export const connectBehaviours: BehavioursOf<'connect'> = {
  'prepare-connect-without-code': mapBody(prepareConnect, () => ({ expires_in: 600 })),
  'connect-asks-for-bearer': needBearer,
  'connect-refuses-good-codes': mapAnswer(
    connect,
    () => text('<!doctype html><p>Unknown code', 'text/html', 400),
    goesOn,
  ),
  'connect-form-posts-to-nowhere': postToNowhere,
  'connect-page-forbids-its-form': mapHeader(
    connect,
    'content-security-policy',
    "default-src 'none'; form-action 'none'",
  ),
  'connect-approval-500': mapAnswer(decideConnect, () => problem(500)),
  'connect-approves-any-code': approveAnyCode,
  'connect-codes-never-expire': replay(connect, ({ status }) => status === 410),
}
