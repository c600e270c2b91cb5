import type { Place } from '../algebra/asked.ts'
import { jsonOf, type Members, membersOf, noContent, problem, text } from '../algebra/messages.ts'
import { capabilities, command, connect, decideConnect, prepareConnect, servicesApi } from '../algebra/places.ts'
import {
  answer,
  around,
  behindVersion,
  mapAnswer,
  mapBody,
  mapHeader,
  mapList,
  mapRequest,
  remember,
  replay,
  type Way,
} from '../algebra/ways.ts'
import { type Deviation, violations } from '../define-deviation.ts'
import { isObject } from '../../tools/is-object.ts'

/** The command that the sample connection runs. */
const sample = 'create-order'

/** Changes the sample in capabilities; an empty list leaves it out. */
const mapSample = (change: (command: Members) => readonly Members[]): Way =>
  mapList(capabilities, (commands) => commands.flatMap((one) => (one['name'] === sample ? change(one) : [one])))

/** An id of nothing gets the first good answer. */
const anyAnswer = (place: Place): Way =>
  replay(
    place,
    ({ status }, { operation }) => status === 404 && [undefined, sample].includes(operation?.params['command']),
  )

const lacks = (body: Members, right: readonly string[]) => right.some((name) => !Object.hasOwn(body, name))

/** Whether the members at the top of a body are complete and of the right types. */
const isRightAtTop = (body: Members, right: readonly string[]) =>
  !lacks(body, right) &&
  Object.keys(body).every((name) => right.includes(name)) &&
  typeof body['customer'] === 'string' &&
  Array.isArray(body['items']) &&
  body['items'].length > 0

/** Accepts a body that a command refuses, if `isTaken`, by the members of the first one that was right. */
const lenient = (isTaken: (body: Members, right: readonly string[]) => boolean): Way =>
  remember(() => {
    let right: readonly string[] | undefined
    const note = mapAnswer(command, async (response, { request }) => {
      right ??= Object.keys(await membersOf(request))
      return response
    })
    const accept = replay(command, async ({ status }, { id, request }) => {
      const body = await jsonOf(request)
      const isRefused = status === 400 && /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id)
      return isRefused && isObject(body) && isTaken(body, right ?? [])
    })
    return around(accept, note)
  })

const refuseCommand = (status: number, code?: string): Way => mapAnswer(command, () => problem(status, code))

/** A code that is refused gets the page of a good one. */
const acceptCode = (isTaken: (code: string | null) => boolean) => ({
  wrap: replay(connect, (_response, { query }) => isTaken(query.get('prepare_state'))),
  conventions: { connectFlow: 'immediate' } as const,
})

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

/** Violations of clauses 4.3, 4.7 and 5.7 by connections and their services. */
export const serviceDeviations: readonly Deviation[] = violations`
  services.capabilities.schemas
    capabilities-empty: The capabilities of a connection are empty. ${mapList(capabilities, () => [])}
    capabilities-without-schemas: Capabilities name the commands without their schemas.
      ${mapList(capabilities, (commands) => commands.map(({ name }) => ({ name })))}
    capabilities-lack-a-command: Capabilities leave out a command. ${mapSample(() => [])}
    capabilities-lack-a-schema: Capabilities leave out the schema of one command. ${mapSample(({ name }) => [{ name }])}
    capabilities-of-a-longer-name: Capabilities show a command under a longer name.
      ${mapSample((one) => [{ ...one, name: `${sample}s` }])}
    capabilities-404: Capabilities are not served. ${mapAnswer(capabilities, () => problem(404, 'unknown_endpoint'))}
  services.capabilities-own.unknown
    capabilities-of-any-id: An id of no connection gets the capabilities of another. ${anyAnswer(capabilities)}
  services.invoke.result
    command-not-served: Commands answer 404. ${refuseCommand(404, 'unknown_command')}
    command-fails: Commands answer 500. ${refuseCommand(500)}
    command-result-not-json: The result of a command is a page.
      ${mapAnswer(command, () => text('<!doctype html><p>Done', 'text/html'))}
  services.invoke.unknown-connection
    command-of-any-connection: A command is run for an id of no connection. ${anyAnswer(command)}
  services.validated.invalid-body
    command-body-not-validated: Commands accept any body. ${lenient(() => true)}
    command-takes-missing-members: Commands accept a body without the required members. ${lenient(lacks)}
    command-takes-wrong-types: Commands accept members of any type. ${lenient((body, right) => !lacks(body, right))}
    command-takes-anything-within: Commands only validate the members at the top of a body. ${lenient(isRightAtTop)}
    command-takes-unknown-members: Commands accept members that are not in their schema.
      ${lenient((body) => Object.hasOwn(body, 'no_such_member'))}
    command-takes-an-array-around: Commands accept an array with the body in it.
      ${mapRequest(command, async ({ request }) => {
        const sent = await jsonOf(request)
        return Array.isArray(sent) && sent.length > 0 ? { json: sent[0] as unknown } : undefined
      })}
  services.unversioned.path
    services-behind-the-version: The Services API is only served behind a version.
      ${behindVersion(servicesApi, ({ authorization }) => authorization !== '')}
  http.json-body.accepted
    command-refuses-json: Commands refuse application/json with 415. ${refuseCommand(415, 'unsupported_media_type')}
  connect.prepare.code
    prepare-connect-without-code: prepare-connect answers no state code.
      ${mapBody(prepareConnect, () => ({ expires_in: 600 }))}
    prepare-connect-empty: prepare-connect answers 204. ${mapAnswer(prepareConnect, noContent)}
    prepare-connect-404: prepare-connect is not served. ${mapAnswer(prepareConnect, () => problem(404))}
  connect.browser.page
    connect-asks-for-bearer: GET connect asks the browser for a Bearer token. ${needBearer}
    connect-refuses-good-codes: GET connect does not know the codes of prepare-connect.
      ${mapAnswer(connect, () => text('<!doctype html><p>Unknown code', 'text/html', 400), goesOn)}
  connect.browser.completed
    connect-form-posts-to-nowhere: The form of the consent page is sent to an address that is not served.
      ${postToNowhere}
    connect-page-forbids-its-form: The content security policy of the consent page forbids its form.
      ${mapHeader(connect, 'content-security-policy', "default-src 'none'; form-action 'none'")}
    connect-approval-500: Approving on the consent page answers 500. ${mapAnswer(decideConnect, () => problem(500))}
  connect.code-verified.made-up
    connect-completes-any-code: A code that was never given completes a connection.
      ${acceptCode((code) => code !== null)}
  connect.code-verified.none
    connect-completes-without-a-code: A connection is completed without a code. ${acceptCode((code) => code === null)}
  connect.code-verified.in-browser
    connect-approves-any-code: A code that was never given completes a connection once it is approved.
      ${approveAnyCode}
  connect.short-lived.month-old
    connect-codes-never-expire: A state code never expires. ${replay(connect, ({ status }) => status === 410)}
    connect-codes-complete-forever: A state code never expires, where connecting takes one page.
      ${{ wrap: replay(connect, ({ status }) => status === 410), conventions: { connectFlow: 'immediate' } as const }}
`
