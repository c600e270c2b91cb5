import { at, type Path, undocumented } from '../catalogue/operation-paths.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import type { Call } from '../judge/call.ts'
import type { Session } from '../judge/session.ts'
import { bareOf, otherId } from '../reading/id-forms.ts'
import { entryOf, parseLinkHeader } from '../reading/link-header.ts'
import type { Declaration } from '../target/declarations.ts'
import { responseIn } from '../checks/mcp/messages.ts'
import { legacyCredential } from '../checks/paths.ts'
import type { Answers } from './answers.ts'
import { LimitSearch } from './limit-search.ts'
import { hasSuccessStatus } from '../reading/success.ts'
import type { Target } from '../target/target-file.ts'
import type { Asking, Question } from './question.ts'
import { writeQuestions } from './write-questions.ts'

/** A question of one request that changes nothing. */
function read(
  id: string,
  asks: string,
  needs: readonly Declaration[],
  call: (asking: Asking) => Call | undefined,
): Question {
  return {
    id,
    asks,
    needs,
    effect: 'read',
    ask: async (asking) => {
      const made = call(asking)
      return made && (await asking.session.send(made))
    },
  }
}

/** A question without credentials, which is asked where the parts of the API differ in how they refuse strangers. */
function stranger(id: string, what: string, needs: readonly Declaration[], call: (asking: Asking) => Call): Question {
  return read(
    id,
    `${what} without credentials, where other refusals of that differ in their status`,
    needs,
    (asking) => {
      const first = ['environments', 'products', 'legacy.groups'].map((list) =>
        asking.answers.status(`${list}.as-stranger`),
      )
      const statuses = new Set(first.filter((status) => status !== undefined))
      return statuses.size < 2 ? undefined : { ...call(asking), as: 'none' }
    },
  )
}

/** A question of whose answer the body is not the same thing at two services that are alike. */
const ofData = (question: Question): Question => ({ ...question, isOfData: true })
const comparedByForm = (question: Question): Question => ({ ...question, onlyForm: true })

const catalog = ({ session: { run } }: Asking): Path =>
  at('products.list', { catalog_id: run.target.samples!.catalogId! })
const environments = at('environments.list')

/** A GET of the products of the sample catalog. */
const products =
  (query: (asking: Asking) => Call['query'] | undefined): ((asking: Asking) => Call | undefined) =>
  (asking) => {
    const parameters = query(asking)
    return parameters && { path: catalog(asking), query: parameters }
  }

/** A GET of what follows the page in an answer. */
const behind = (question: string): ((asking: Asking) => Call | undefined) =>
  products((asking) => {
    const id = asking.answers.ids(question).at(-1)
    return id === undefined ? undefined : { limit: pageSize(asking), starting_after: id }
  })

/** An address below the version, with a query as text: a parameter may stand there twice. */
const versioned = ({ session: { run } }: Asking, rest: string): Path => undocumented(`/${run.version}${rest}`)

/** The id of the one message to the MCP endpoint. */
const mcpRequestId = 1

/** As large as no page is. */
const hugeLimit = 1_000_000_000

const ofCatalog: readonly Declaration[] = ['bearer', 'catalogId']

/** The first enum filter of the target file, or the one that the specification shows. */
function enumFilter({ session: { run } }: Asking): { readonly path: Path; readonly parameter: string } {
  const [declared] = run.target.enumFilters ?? []
  return declared ?? { path: at('resources.list'), parameter: 'status' }
}

/** The ids of the first products, in their order: three or more, where there are so many. */
export function firstProducts(answers: Answers): readonly string[] {
  return [
    ...new Set(['products.first', 'products.next', 'products.third'].flatMap((question) => answers.ids(question))),
  ]
}

/** The records of a small page: two, or one where two are more than a page may have. */
function pageSize({ answers }: Asking): number {
  const first = answers.get('products.first')
  return first === undefined ? 2 : Number(new URL(first.request.url).searchParams.get('limit'))
}

const versionBeside = (version: string, step: number): string | undefined => {
  const [, head, minor] = /^(.*\.)(\d{1,6})$/.exec(version) ?? []
  const other = Number(minor) + step
  return head === undefined || other < 0 ? undefined : `${head}${other}`
}

function legacyCall(session: Session, path: Path): Call {
  return { path, as: legacyCredential(session) }
}

const groups = ({ session: { run } }: Asking): Path => at('groups.list', { project_id: run.target.samples!.projectId! })
const events = ({ session: { run } }: Asking): Path => at('events.list', { issue_id: run.target.samples!.issueId! })
const capabilitiesOf =
  (connection: (samples: NonNullable<Target['samples']>) => string) =>
  ({ session: { run } }: Asking): { readonly path: Path } => ({
    path: at('services.capabilities', { adapterConnectionId: connection(run.target.samples!) }),
  })

const configuration = (
  asking: Asking,
  scope: string | undefined,
  path: string | undefined = asking.session.run.target.samples!.configurationPath,
): Call | undefined =>
  scope === undefined ? undefined : { path: at('configurations.value', { scope_id: scope }), query: { path } }

/** The prefix that the refusal of another one names, beside those that the specification does. */
function toldPrefix(answers: Answers): string | undefined {
  const refused = ['configurations.environment', 'configurations.bare-scope'].map((id) => answers.get(id)?.response)
  const texts = refused.flatMap((response) => (response && response.status >= 400 ? response.text.slice(0, 4000) : []))
  const told = new Set(texts.join(' ').match(/(?<![a-z])[a-z]{3}_(?![A-Za-z0-9])/g))
  const others = [...told].filter((prefix) => !['wrk_', 'flw_', 'flr_', 'prj_', 'env_'].includes(prefix))
  return others.length === 1 ? others[0] : undefined
}

const inOrder = ['bearer', 'scopeId', 'configurationPath'] as const

/** The questions that change nothing, in the order of asking. */
const readQuestions: readonly Question[] = [
  read('environments.list', 'GET /{version}/environments', ['bearer'], () => ({ path: environments })),
  read('environments.limit-1', 'GET environments with limit=1', ['bearer'], () => ({
    path: environments,
    query: { limit: 1 },
  })),
  read('environments.limit-2', 'GET environments with limit=2', ['bearer'], () => ({
    path: environments,
    query: { limit: 2 },
  })),
  read('environments.as-stranger', 'GET environments without credentials', [], () => ({
    path: environments,
    as: 'none',
  })),
  read('environments.slash', 'GET environments with a slash at the end', ['bearer'], (asking) => ({
    path: versioned(asking, '/environments/'),
  })),
  // The description of an endpoint is not shown.
  comparedByForm(
    read('environments.options', 'OPTIONS environments', ['bearer'], () => ({ method: 'OPTIONS', path: environments })),
  ),
  read('environments.unknown-parameter', 'GET environments with a parameter that is unknown', ['bearer'], () => ({
    path: environments,
    query: { 'x-unknown-parameter': '1' },
  })),
  read('environments.retrieve', 'GET one environment', ['bearer'], (asking) => {
    const [id] = asking.answers.ids('environments.list')
    return id === undefined ? undefined : { path: versioned(asking, `/environments/${bareOf(id)}`) }
  }),
  read('environments.retrieve-unknown', 'GET an environment that does not exist', ['bearer'], (asking) => {
    const [id] = asking.answers.ids('environments.list')
    return id === undefined ? undefined : { path: versioned(asking, `/environments/${otherId(id)}`) }
  }),
  read('projects.list', 'GET /{version}/projects, which no clause shows', ['bearer'], (asking) => ({
    path: versioned(asking, '/projects'),
  })),
  read('versions.below', 'GET environments of the version before', ['bearer'], ({ session: { run } }) => {
    const version = versionBeside(run.version, -1)
    return version === undefined ? undefined : { path: undocumented(`/${version}/environments`) }
  }),
  read('versions.above', 'GET environments of the version after', ['bearer'], ({ session: { run } }) => {
    const version = versionBeside(run.version, 1)
    return version === undefined ? undefined : { path: undocumented(`/${version}/environments`) }
  }),

  read('resources.list', 'GET resources', ['bearer'], () => ({ path: at('resources.list') })),
  read('resources.invalid-enum', 'GET a list with an invalid value of an enum filter', ['bearer'], (asking) => {
    const { path, parameter } = enumFilter(asking)
    return { path, query: { [parameter]: 'no-such-value' } }
  }),

  read(
    'products.list',
    'GET the products of samples.catalogId',
    ofCatalog,
    products(() => ({})),
  ),
  read(
    'products.again',
    'GET the same products again',
    ofCatalog,
    products(() => ({})),
  ),
  read('products.as-stranger', 'GET products without credentials', ['catalogId'], (asking) => ({
    path: catalog(asking),
    as: 'none',
  })),
  {
    id: 'products.first',
    asks: 'GET products with limit=2, or limit=1 where that is refused',
    needs: ofCatalog,
    effect: 'read',
    ask: async (asking) => {
      const pageOf = (limit: number) => asking.session.send({ path: catalog(asking), query: { limit } })
      const two = await pageOf(2)
      return two.response.status >= 400 && two.response.status < 500 ? await pageOf(1) : two
    },
  },
  read('products.next', 'GET the next two products', ofCatalog, behind('products.first')),
  read('products.third', 'GET one more page, where two have fewer than three products', ofCatalog, (asking) =>
    firstProducts(asking.answers).length < 3 ? behind('products.next')(asking) : undefined,
  ),
  read('products.list.behind', 'GET what follows the first page of products', ofCatalog, behind('products.list')),
  read(
    'products.none',
    'GET products of a brand that does not exist',
    ofCatalog,
    products(({ session: { run } }) => ({ brand: `no-such-brand-${run.random.text(6).toLowerCase()}` })),
  ),
  read(
    'products.empty-parameter',
    'GET products with an empty brand',
    ofCatalog,
    products(() => ({ brand: '' })),
  ),
  read('products.repeated-parameter', 'GET products after two cursors of one name', ofCatalog, (asking) => {
    const { catalogId } = asking.session.run.target.samples!
    const [first, second] = firstProducts(asking.answers)
    if (second === undefined) return undefined
    const query = `limit=${pageSize(asking)}&starting_after=${first}&starting_after=${second}`
    return { path: versioned(asking, `/pulse/catalogs/${encodeURIComponent(catalogId!)}/products?${query}`) }
  }),
  read(
    'products.unknown-cursor',
    'GET products after the well-formed id of no object',
    ofCatalog,
    products(({ answers }) => {
      // Not the first, so that the page behind it does not begin as the list does.
      const id = firstProducts(answers)[2]
      return id === undefined ? undefined : { starting_after: otherId(id) }
    }),
  ),
  read(
    'products.both-cursors',
    'GET products with both cursors',
    ofCatalog,
    products((asking) => {
      const ids = firstProducts(asking.answers)
      return ids.length < 3 ? undefined : { limit: pageSize(asking), starting_after: ids[1], ending_before: ids[1] }
    }),
  ),
  read(
    'products.malformed-cursor',
    'GET products after a malformed id',
    ofCatalog,
    products(() => ({
      starting_after: 'not-an-id',
    })),
  ),
  read('products.malformed-catalog', 'GET the products of a malformed id', ['bearer'], () => ({
    path: at('products.list', { catalog_id: 'not-an-id' }),
  })),
  read(
    'products.unknown-catalog',
    'GET the products of a catalog that does not exist',
    ofCatalog,
    ({ session: { run } }) => ({
      path: at('products.list', { catalog_id: otherId(run.target.samples!.catalogId!) }),
    }),
  ),
  read(
    'products.limit-text',
    'GET products with limit=many',
    ofCatalog,
    products(() => ({ limit: 'many' })),
  ),
  read(
    'products.limit-huge',
    'GET products with limit=1000000000',
    ofCatalog,
    products(() => ({ limit: hugeLimit })),
  ),
  read('products.limit-huge.behind', 'GET what follows that page', ofCatalog, behind('products.limit-huge')),
  {
    id: 'products.largest-limit',
    asks: 'GET products with other limits, until the largest is found (at most 18 requests)',
    needs: ofCatalog,
    effect: 'read',
    ask: largestLimit,
  },

  comparedByForm(
    read('configurations.value', 'GET the value at samples.configurationPath', inOrder, (asking) =>
      configuration(asking, asking.session.run.target.samples!.scopeId),
    ),
  ),
  // Its value has the one at the path as a member, so that both show where the value stands in an answer.
  ofData(
    read('configurations.parent', 'GET the value one step above that path', inOrder, (asking) => {
      const { scopeId, configurationPath = '' } = asking.session.run.target.samples!
      const end = configurationPath.lastIndexOf('.')
      return end <= 0 ? undefined : configuration(asking, scopeId, configurationPath.slice(0, end))
    }),
  ),
  comparedByForm(
    read('configurations.bare-scope', 'GET that value by the id without its prefix', inOrder, (asking) =>
      configuration(asking, bareOf(asking.session.run.target.samples!.scopeId!)),
    ),
  ),
  ofData(
    read('configurations.environment', 'GET the value of an environment, with the prefix env_', inOrder, (asking) => {
      const [id] = asking.answers.ids('environments.list')
      return configuration(asking, id && `env_${bareOf(id)}`)
    }),
  ),

  ofData(
    read('configurations.told-prefix', 'GET that value with a prefix that a refusal names', inOrder, (asking) => {
      const [id] = asking.answers.ids('environments.list')
      const prefix = toldPrefix(asking.answers)
      return prefix === undefined ? undefined : configuration(asking, id && `${prefix}${bareOf(id)}`)
    }),
  ),
  comparedByForm(
    read(
      'services.capabilities',
      'GET the capabilities of samples.adapterConnectionId',
      ['bearer', 'adapterConnectionId'],
      capabilitiesOf(({ adapterConnectionId }) => adapterConnectionId!),
    ),
  ),
  comparedByForm(
    read(
      'services.capabilities-other',
      'GET the capabilities of samples.otherAdapterConnectionId',
      ['bearer', 'otherAdapterConnectionId'],
      capabilitiesOf(({ otherAdapterConnectionId }) => otherAdapterConnectionId!),
    ),
  ),
  read(
    'services.unknown-connection',
    'GET the capabilities of a connection that does not exist',
    ['bearer', 'adapterConnectionId'],
    capabilitiesOf(({ adapterConnectionId }) => otherId(adapterConnectionId!)),
  ),
  comparedByForm(
    read('mcp.initialize', 'POST initialize to the MCP endpoint', ['bearer', 'mcp'], () => ({
      method: 'POST',
      path: at('mcp'),
      // A session ends by itself.
      leavesNothing: true,
      headers: { accept: 'application/json, text/event-stream' },
      // The stream may stay open after the response.
      enough: (text) => responseIn(text, mcpRequestId) !== undefined,
      json: {
        jsonrpc: '2.0',
        id: mcpRequestId,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'learn', version: '1' } },
      },
    })),
  ),

  read('access-tokens.list', 'GET the personal access tokens', ['bearer'], () => ({ path: at('access-tokens.list') })),

  read('legacy.projects', 'GET /0/projects/ with an API key', ['apiKey'], () => ({
    path: at('legacy-projects.list'),
    as: 'apiKey',
  })),
  read('legacy.groups.list', 'GET the groups of samples.projectId', ['legacy', 'projectId'], (asking) =>
    legacyCall(asking.session, groups(asking)),
  ),
  read('legacy.groups.next', 'GET the next page of groups, by the Link header', ['legacy', 'projectId'], (asking) => {
    const header = asking.answers.get('legacy.groups.list')?.response.headers['link']
    const next = entryOf((header === undefined ? undefined : parseLinkHeader(header)) ?? [], 'next')
    if (!next) return undefined
    const base = new URL(asking.session.run.baseUrl)
    if (!URL.canParse(next.target, base)) return undefined
    const url = new URL(next.target, base)
    // A credential goes to the service alone.
    return url.origin === base.origin ? legacyCall(asking.session, url.href) : undefined
  }),
  read('legacy.groups.as-stranger', 'GET groups without credentials', ['projectId'], (asking) => ({
    path: groups(asking),
    as: 'none',
  })),
  read(
    'legacy.groups.unknown-project',
    'GET the groups of a project that does not exist',
    ['legacy', 'projectId'],
    ({ session }) =>
      legacyCall(session, at('groups.list', { project_id: otherId(session.run.target.samples!.projectId!) })),
  ),
  read(
    'legacy.groups.other-project',
    'GET the groups of a project that the API key is not bound to',
    ['apiKey', 'projectId', 'apiKeyProjectId'],
    ({ session: { run }, answers }) => {
      const { projectId = '', apiKeyProjectId = '' } = run.target.samples!
      const other = [projectId, ...answers.ids('projects.list')].find((id) => bareOf(id) !== bareOf(apiKeyProjectId))
      return other === undefined ? undefined : { path: at('groups.list', { project_id: other }), as: 'apiKey' }
    },
  ),
  read('legacy.events.list', 'GET the events of samples.issueId', ['legacy', 'issueId'], (asking) =>
    legacyCall(asking.session, events(asking)),
  ),
  stranger('legacy.events.as-stranger', 'GET the events', ['issueId'], (asking) => ({ path: events(asking) })),
  stranger('legacy.projects.as-stranger', 'GET the projects of the legacy API', [], () => ({
    path: at('legacy-projects.list'),
  })),
  stranger('access-tokens.as-stranger', 'GET access-tokens', [], () => ({ path: at('access-tokens.list') })),
  stranger(
    'services.as-stranger',
    'GET the capabilities',
    ['adapterConnectionId'],
    capabilitiesOf(({ adapterConnectionId }) => adapterConnectionId!),
  ),
  stranger('connect.as-stranger', 'POST prepare-connect', ['adapter'], ({ session: { run } }) => ({
    method: 'POST',
    path: at('connect.prepare', { adapter: run.target.samples!.adapter! }),
  })),
]

function tokenCall({ session: { run } }: Asking): Call {
  const { clientId, clientSecret } = run.target.credentials!.oauth!
  return {
    method: 'POST',
    path: at('oauth.token'),
    as: 'none',
    repeatable: true,
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  }
}

/**
 * Looks for the largest `limit` that is not refused. The answer is that to the largest; undefined where a huge limit
 * is not refused.
 */
async function largestLimit(asking: Asking): Promise<Exchange | undefined> {
  const { answers, session } = asking
  const refused = answers.get('products.limit-huge')
  const first = answers.get('products.first')
  if (!refused || refused.response.status < 400 || !first || !hasSuccessStatus(first)) return undefined
  const search = new LimitSearch(
    { accepted: pageSize(asking), best: first, tooLarge: hugeLimit, refusedWith: refused.response.status },
    (limit) => session.send({ path: catalog(asking), query: { limit } }),
  )
  return await search.largest(refused.response.text)
}

/** A service may keep the last token of a client alone, so what needs the token of the run is asked before. */
const tokenQuestions: readonly Question[] = [
  read('oauth.token', 'POST /oauth/token with client credentials', ['oauth'], tokenCall),
  read('oauth.token-again', 'POST /oauth/token once more', ['oauth'], tokenCall),
]

/** Every question, in the order of asking. */
export const questions: readonly Question[] = [...readQuestions, ...writeQuestions, ...tokenQuestions]
