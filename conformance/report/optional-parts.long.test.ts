// The optional parts of the specification: a service without it is conformant to the rest.
import { expect, it } from 'vitest'
import { type Lack, withholdParts } from '../../testing/conformance/partial-service.ts'
import { selectPart } from '../../testing/sample.ts'
import { runKit, timelessSubject } from '../../testing/conformance/subject.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { type Offer, findOmittedOffer } from '../catalogue/profiles.ts'
import type { Target } from '../target/target-file.ts'
import { summarize, verdictLine } from './summary.ts'

/** The parts that a service does not have, and the declaration in its target file. */
interface Case {
  readonly what: string
  /** The parts that a report calls not offered. Default: nothing. */
  readonly without?: readonly Offer[]
  readonly conventions?: Partial<Conventions>
  readonly lacks?: readonly Lack[]
  readonly declare?: (target: Target) => Target
}

const dropIntegrationToken = ({
  credentials: { integrationToken: _token, ...credentials } = {},
  ...target
}: Target) => ({
  ...target,
  credentials,
  without: ['integrationTokens'] as const,
})
const dropMcpPath = ({ paths: { mcp: _mcp, ...paths } = {}, ...target }: Target) => ({
  ...target,
  paths,
  without: ['mcp'] as const,
})
const dropOtherConnection = ({
  samples: { otherAdapterConnectionId: _other, ...samples } = {},
  ...target
}: Target) => ({ ...target, samples })
const keepEnumFilters = (path: RegExp) => (target: Target) => ({
  ...target,
  enumFilters: target.enumFilters!.filter((filter) => path.test(filter.path)),
})
const saying =
  (...without: readonly Offer[]) =>
  (target: Target) => ({ ...target, without })
const noEnums = (target: Target) => ({ ...keepEnumFilters(/^$/)(target), without: ['enumFilters'] as const })

const [lists, products, resources, environments, groups] = [
  /^\/1\.13\//,
  /\/products$/,
  /\/resources$/,
  /\/environments$/,
  /^\/0\/.*\/groups/,
]
const untaken = (at: RegExp, ...parameters: readonly string[]): Lack => ({ at, parameters })
const absent = (at: RegExp, ...members: readonly string[]): Lack => ({ at, parameters: members, members })

const cases: readonly Case[] = [
  { what: 'everything' },
  { what: 'no refresh tokens', without: ['refreshTokens'], conventions: { tokenResponse: 'withoutRefreshToken' } },
  {
    what: 'the same, with only tokens claimed',
    without: ['refreshTokens'],
    conventions: { tokenResponse: 'withoutRefreshToken' },
    declare: (target) => ({ ...target, profile: 'tokens' }),
  },
  { what: 'no integration tokens, as declared', without: ['integrationTokens'], declare: dropIntegrationToken },
  { what: 'no MCP, as declared', without: ['mcp'], declare: dropMcpPath },
  { what: 'only one connection', declare: dropOtherConnection },
  { what: 'tokens without a stated lifetime', conventions: { tokenResponse: 'withoutExpiresIn' } },
  // Clause 4.4 gives the resources as an example.
  { what: 'no resources', without: ['resources'], lacks: [{ at: resources }], declare: keepEnumFilters(products) },
  {
    what: 'no resources and no other enum filter, as declared',
    without: ['resources', 'enumFilters'],
    lacks: [{ at: resources }, untaken(products, 'status')],
    declare: (target) => ({ ...noEnums(target), without: ['resources', 'enumFilters'] }),
  },
  // Some endpoints accept search (clause 4.5).
  { what: 'no search', without: ['search'], lacks: [untaken(lists, 'search')] },
  { what: 'no search of products', lacks: [untaken(products, 'search')] },
  { what: 'a search only of products', lacks: [untaken(resources, 'search'), untaken(environments, 'search')] },
  { what: 'a search only of environments', lacks: [untaken(resources, 'search'), untaken(products, 'search')] },
  // Brand and category are examples.
  { what: 'no brand and no category', without: ['stringFilters'], lacks: [absent(products, 'brand', 'category')] },
  {
    what: 'members brand and category, and no such filters, as declared',
    without: ['stringFilters'],
    lacks: [untaken(products, 'brand', 'category')],
    declare: saying('stringFilters'),
  },
  { what: 'a brand and no category', lacks: [absent(products, 'category')] },
  { what: 'a category and no brand', lacks: [absent(products, 'brand')] },
  {
    what: 'an enum filter only of products',
    lacks: [untaken(resources, 'status')],
    declare: keepEnumFilters(products),
  },
  {
    what: 'an enum filter only of resources',
    lacks: [untaken(products, 'status')],
    declare: keepEnumFilters(resources),
  },
  {
    what: 'no enum filter, as declared',
    without: ['enumFilters'],
    lacks: [untaken(lists, 'status')],
    declare: noEnums,
  },
  {
    what: 'only one filter',
    without: ['enumFilters', 'search', 'severalFilters'],
    lacks: [untaken(lists, 'status', 'search'), absent(products, 'category')],
    declare: noEnums,
  },
  {
    what: 'no filter',
    without: ['enumFilters', 'search', 'severalFilters', 'stringFilters'],
    lacks: [untaken(lists, 'status', 'search'), absent(products, 'brand', 'category')],
    declare: noEnums,
  },
  {
    what: 'filters of members that no record shows, as declared',
    without: ['stringFilters', 'groupStatus'],
    conventions: { recordMembers: 'minimal' },
    declare: saying('stringFilters'),
  },
  // Clause 4.9 gives the status of a group as an example.
  { what: 'groups without a status', without: ['groupStatus'], lacks: [absent(groups, 'status')] },
]

it.each(selectPart(cases, 4))(
  'is conformant given $what',
  async ({ without = [], conventions = {}, lacks = [], declare }) => {
    const { target, fetch, time } = timelessSubject({ conventions })
    const result = await runKit({ target: declare?.(target) ?? target, fetch: withholdParts(fetch, lacks), time })
    const summary = summarize(result)
    expect(summary).toMatchObject({ conformant: true, exitCode: 0, open: [] })
    expect([...summary.claim.without].toSorted()).toEqual([...without].toSorted())
    const { head, tone } = verdictLine(summary)
    expect(tone).toBe('good')
    for (const part of without) expect(head).toContain(part)
    // An absent part did not pass either.
    const passed = result.results.filter(({ verdict }) => verdict === 'pass')
    expect(passed.filter(({ requirement }) => findOmittedOffer(requirement, without))).toEqual([])
  },
)

it('passes no check of filters, cursors or records where there are no records', async () => {
  // A run that writes creates groups, and may list them.
  const { results } = await runKit(timelessSubject({ fixtures: 'empty' }), { allowWrites: false })
  const passed = results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check)
  expect(passed.filter((check) => /^(?:filters\.(?!enum-)|cursors\.|environments\.fields)/.test(check))).toEqual([])
})
