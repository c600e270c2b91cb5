import { defaultConventions, describeConventions } from '../../emulator/api/dialect/conventions.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { pairwiseRows } from './pairwise.ts'

/** Values for the conventions that take any value. Those that depend on each other change together. */
const openValues: readonly (readonly Partial<Conventions>[])[] = [
  [{}, { accessTokenLifetime: 60 }],
  [{}, { accessTokensPath: '/1.13/access-tokens' }, { accessTokensPath: '/me/tokens' }],
  [{}, { stateCodeLifetime: 30 }],
  [
    {},
    { defaultLimit: 3, maximumLimit: 5, minimumLimit: { $default: 1, 'flows.list': 2 } },
    { defaultLimit: 1, maximumLimit: 1 },
    { defaultLimit: 50, maximumLimit: 1000, lastCursor: 410 },
  ],
  [{}, { mcpPath: '/ai/mcp' }],
  [{}, { environmentPrefix: 'evm_' }],
  [{}, { rateLimit: 1_000_000 }],
  [{}, { legacyPageSize: 7 }, { legacyPageSize: 43 }],
  [{}, { versions: ['1.13', '1.14'] }, { versions: ['2.0'] }],
  [{}, { bodyLimit: 4096 }],
]

/** Only one combination has forms of answers, because they can change everything that the others choose. */
const formed = 29
const answerForms: Conventions['answerForms'] = { $default: { conflict: { headers: { 'x-note': 'text' } } } }

function factors(): readonly (readonly Partial<Conventions>[])[] {
  const choices = describeConventions(defaultConventions).flatMap(({ name, alternatives, default: first }) =>
    Array.isArray(alternatives) && alternatives.length > 0
      ? [[first, ...(alternatives as unknown[])].map((value): Partial<Conventions> => ({ [name]: value }))]
      : [],
  )
  return [...choices, ...openValues]
}

/**
 * Combinations of conventions, the same every time and the defaults first. Any two values of two conventions meet in
 * at least one of them, as most faults depend on at most two.
 * @param least The smallest number of combinations.
 */
export function conventionCombinations(least: number): readonly Partial<Conventions>[] {
  const values = factors()
  const rows = pairwiseRows(
    values.map(({ length }) => length),
    least,
    30,
  )
  return rows.map((row, index) => {
    const { lastCursor, ...conventions } = Object.assign(
      {},
      ...row.map((value, factor) => (value === 0 ? {} : values[factor]![value]!)),
      index === formed ? { answerForms } : {},
    ) as Partial<Conventions>
    // The end of a bare array shows only by an empty page.
    return lastCursor === undefined || conventions.listEnvelope === 'array'
      ? conventions
      : { ...conventions, lastCursor }
  })
}
