import { Type } from 'typebox'
import { type Connector, connectAdapter, connectorNamed } from '../connect/connectors.ts'
import { toPage } from '../connect/page.ts'
import { findCode, issueCode, useCode } from '../connect/state-codes.ts'
import { withoutWorld } from '../auth/sent-credential.ts'
import type { AdapterRegistry } from '../../model/contract/adapter.ts'
import type { WorldAccess } from '../../model/contract/world-access.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import { bearerCredentials, defineEndpoint, definePublicEndpoint } from './define-endpoint.ts'
import type { Answer } from '../../model/contract/answer.ts'
import type { PublicContext } from '../../model/contract/context.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { ApiError } from '../dialect/api-error.ts'
import { linkAddress, linkPath } from '../dialect/link-address.ts'
import { didYouMean } from '../../tools/nearest.ts'
import { textEnum } from '../../tools/text-enum.ts'

const params = Type.Object({ adapter: Type.String() })
const query = Type.Object({
  prepare_state: Type.Optional(Type.String({ description: 'The state code of prepare-connect.' })),
})
const path = '/app/{adapter}/connect'

type FlowContext<Body = unknown> = PublicContext<{ adapter: string }, { prepare_state?: string }, Body>

const prepare = defineEndpoint({
  id: 'connect.prepare',
  method: 'POST',
  path: '/app/{adapter}/prepare-connect',
  family: 'adapters',
  credentials: bearerCredentials,
  summary: 'Begins a connection: answers a short-lived state code that works once, and only for this adapter.',
  params,
  body: Type.Object({}, { additionalProperties: true }),
  answer: {
    kind: 'template',
    template: 'stateCodeName',
    holes: { $state: Type.String(), $expires_in: Type.Integer({ minimum: 1 }), $url: Type.String() },
    description: 'The state code, and its lifetime in seconds.',
  },
  requirements: ['connect.prepare', 'connect.prepare-auth', 'connect.short-lived', 'connect.code-name'],
  conventions: ['stateCodeName', 'stateCodeLifetime', 'unknownIdStatus'],
  handle: (context) => {
    const { world, worldSuffix, adapters, conventions, caller } = context
    const { adapter } = context.params
    if (!connectorNamed(world, adapters, adapter)) throw unknownAdapter(world, adapters, adapter)
    const { stateCodeLifetime } = conventions
    const address = path.replace('{adapter}', encodeURIComponent(adapter))
    const code = `${issueCode(world, adapter, caller, stateCodeLifetime)}${worldSuffix}`
    return {
      kind: 'template',
      template: 'stateCodeName',
      values: {
        $state: code,
        $expires_in: stateCodeLifetime,
        $url: linkPath(context, `${address}?prepare_state=${encodeURIComponent(code)}`),
      },
      headers: { 'Cache-Control': 'no-store' },
    }
  },
})

function unknownAdapter(world: WorldAccess, adapters: AdapterRegistry, requested: string): ApiError {
  const stored = world.collection('adapters').all()
  const known = [...new Set([...stored.map(({ name }) => name), ...adapters.keys()])]
  const hint = didYouMean(requested, known)
  return new ApiError(
    'unknown',
    `There is no adapter ${JSON.stringify(requested.slice(0, 100))}${hint} GET /1.13/adapters lists them by name.`,
    { details: [{ at: 'adapter', message: 'is not the name of an adapter' }] },
  )
}

/** Runs a step of the flow in a browser. Errors become pages, since a person reads them. */
function answerBrowser<C extends FlowContext>(
  step: (context: C, connector: Connector) => Response,
): (context: C) => Answer {
  return function answerPage(context) {
    const { world, adapters, params } = context
    const connector = connectorNamed(world, adapters, params.adapter)
    if (!connector)
      return pageAnswer(
        404,
        'No such adapter',
        [`There is no adapter ${params.adapter.slice(0, 100)}. Go back and check the address.`],
        { 'x-emulator-code': 'not_found' },
      )
    try {
      return { kind: 'response', response: step(context, connector) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { status = 400, code, message, requirement } = error
      const headers = {
        'x-emulator-code': code,
        ...(requirement ? { 'x-emulator-requirement': requirement } : {}),
      }
      return pageAnswer(status, 'This connection cannot continue', [message, 'Nothing was connected.'], headers)
    }
  }
}

const pageAnswer = (
  status: number,
  title: string,
  paragraphs: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ kind: 'response', response: toPage({ status, title, paragraphs, headers }) })

/** The stored state code. */
function storedStateCode(world: WorldAccess, { prepare_state: sent }: FlowContext['query']): string | undefined {
  return sent === undefined ? undefined : withoutWorld(world, sent)
}

function completeFlow({ world, query }: FlowContext, connector: Connector): Response {
  useCode(world, connector.name, storedStateCode(world, query))
  const connection = connectAdapter(world, connector)
  return toPage({
    status: 200,
    title: `${connector.title} is connected`,
    paragraphs: ['You can close this window.'],
    facts: [
      ['Adapter connection', connection.id],
      ['Adapter', connector.name],
      ['Status', connection.status],
    ],
  })
}

function askConsent({ world, query }: FlowContext, connector: Connector): Response {
  const { application = 'the application that sent you here' } = findCode(
    world,
    connector.name,
    storedStateCode(world, query),
  )
  const { name, title, kind, commands } = connector
  return toPage({
    status: 200,
    title: `Connect ${title}?`,
    paragraphs: [
      `If you approve, ${application} can run the commands of ${title} in your name until the connection is disabled or deleted.`,
      'This is an emulator: it needs no account and sends no data elsewhere.',
    ],
    facts: [
      ['Application', application.replace(/^the /, '')],
      ['Adapter', name],
      ...(kind === '' ? [] : [['Kind', kind] as const]),
    ],
    items: commands.map((command) => [command.name, command.description]),
    decisions: [
      ['approve', 'Approve'],
      ['deny', 'Deny'],
    ],
  })
}

function redirectToProvider(context: FlowContext, connector: Connector): Response {
  const { world, query, conventions } = context
  findCode(world, connector.name, storedStateCode(world, query))
  const [name, code] = [connector.name, query.prepare_state ?? ''].map(encodeURIComponent)
  const location = linkAddress(context, `/app/${name}/authorize?prepare_state=${code}`)
  return new Response(null, {
    status: redirects[conventions.connectFlow] ?? 303,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}

/** The status of the redirect to the third party, by the flows that have one. */
const redirects: Readonly<Partial<Record<Conventions['connectFlow'], number>>> = { redirect: 303, 'redirect-302': 302 }

const otherConnectAnswers = ({ connectFlow }: Pick<Conventions, 'connectFlow'>): Readonly<Record<number, string>> => ({
  ...(redirects[connectFlow] ? { [redirects[connectFlow]]: 'Redirects to the page of the third party.' } : {}),
  400: 'The state code is missing, unknown or of another adapter.',
  404: 'There is no such adapter.',
  410: 'The state code was used or has expired.',
})

const browser = definePublicEndpoint({
  id: 'connect.browser',
  method: 'GET',
  path,
  summary: 'Continues a connection in the browser, by default with a page that asks for consent.',
  credentials: [],
  params,
  query,
  answer: { kind: 'html', description: 'A page for a person.', others: otherConnectAnswers },
  requirements: ['connect.browser', 'connect.code-verified', 'connect.short-lived'],
  conventions: ['connectFlow'],
  handle: answerBrowser((context: FlowContext, connector) => {
    const { connectFlow } = context.conventions
    return connectFlow === 'consent'
      ? askConsent(context, connector)
      : redirects[connectFlow]
        ? redirectToProvider(context, connector)
        : completeFlow(context, connector)
  }),
})

const decide = definePublicEndpoint({
  id: 'connect.decide',
  method: 'POST',
  path,
  summary: 'Approves or denies a connection. The form of the consent page is sent here.',
  credentials: [],
  params,
  query,
  body: Type.Object({ decision: textEnum(['approve', 'deny']) }),
  bodyType: 'form',
  answer: { kind: 'html', description: 'A page for a person.', others: otherConnectAnswers },
  requirements: ['connect.browser', 'connect.code-verified', 'connect.short-lived'],
  conventions: ['connectFlow'],
  served: ({ connectFlow }) => connectFlow === 'consent',
  handle: answerBrowser((context: FlowContext<{ decision: 'approve' | 'deny' }>, connector) => {
    if (context.body.decision === 'approve') return completeFlow(context, connector)
    useCode(context.world, connector.name, storedStateCode(context.world, context.query))
    return toPage({
      status: 200,
      title: `${connector.title} is not connected`,
      paragraphs: ['You denied the connection, so nothing was connected. You can close this window.'],
    })
  }),
})

/** Replaces the page of the third party, and approves at once. */
const authorize = definePublicEndpoint({
  id: 'connect.authorize',
  method: 'GET',
  path: '/app/{adapter}/authorize',
  summary: 'Takes the place of the page of the third party in the redirect flow, and approves at once.',
  credentials: [],
  params,
  query,
  answer: { kind: 'html', description: 'A page for a person.', others: otherConnectAnswers },
  requirements: ['connect.browser', 'connect.code-verified'],
  conventions: ['connectFlow'],
  served: ({ connectFlow }) => redirects[connectFlow] !== undefined,
  handle: answerBrowser(completeFlow),
})

/** Connecting a third-party connector (clauses 4.3 and 5.7). */
export const connectEndpoints: readonly Endpoint[] = [prepare, browser, decide, authorize]
