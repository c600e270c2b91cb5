// `anyOf` and `oneOf` whose failure is one error, not the errors of every alternative.
import { _, type Ajv2020, type CodeKeywordDefinition, type ErrorObject, type KeywordCxt, Name } from 'ajv/dist/2020.js'

interface UnionParams {
  readonly alternatives: readonly (readonly ErrorObject[])[]
  readonly missed: number
}

const unionKeywords = ['anyOf', 'oneOf']

/** Returns true if an error is that of a union. */
export function isUnion({ keyword }: ErrorObject): boolean {
  return unionKeywords.includes(keyword)
}

/** The errors of each alternative of a union, as far as they are kept. Empty for one that fits. */
export function alternativesOf({ params }: ErrorObject): readonly (readonly ErrorObject[])[] {
  return (params as UnionParams).alternatives
}

/** The number of errors of a union that are not kept. */
export function missedOf({ params }: ErrorObject): number {
  return (params as UnionParams).missed
}

/** Replaces the unions of an instance. */
export function addUnionKeywords(ajv: Ajv2020): void {
  for (const keyword of unionKeywords) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
    ajv.removeKeyword(keyword)
    ajv.addKeyword(withAlternatives(definition))
  }
}

function withAlternatives(definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    error: {
      message: 'must match one of the alternatives',
      params: ({ params }) => _`${params['union']!}`,
    },
    code(cxt) {
      const { gen } = cxt
      const ends = gen.const('ends', _`[]`)
      const context: KeywordCxt = Object.create(cxt) as KeywordCxt
      context.subschema = (application, valid) => {
        const made = cxt.subschema(application, valid)
        gen.code(_`${ends}.push(${vErrors} === null ? 0 : ${vErrors}.length)`)
        return made
      }
      context.error = (append) => {
        const sort = gen.scopeValue('func', { ref: sortByAlternative })
        const union = gen.const('union', _`${sort}(${vErrors}, ${errors}, ${cxt.errsCount!}, ${ends})`)
        cxt.reset()
        cxt.error(append, { union })
      }
      definition.code(context)
    },
  }
}

/** Variables of the code that Ajv makes. */
const vErrors = new Name('vErrors')
const errors = new Name('errors')

/** The number of errors that a union keeps, nested unions included. The first of each alternative always stays. */
const mostErrors = 40

/**
 * Sorts the errors of a union by alternative.
 * @param start The number of errors before the union.
 * @param ends The number of kept errors behind each alternative.
 */
function sortByAlternative(
  kept: readonly ErrorObject[] | null,
  count: number,
  start: number,
  ends: readonly number[],
): UnionParams {
  const all = kept ?? []
  let from = Math.min(start, all.length)
  let left = mostErrors
  const alternatives = ends.map((end) => {
    const some = all.slice(from, end).filter((error, index) => (left -= weightOf(error)) >= 0 || index === 0)
    from = end
    return some
  })
  return { alternatives, missed: count - start - alternatives.flat().length }
}

function weightOf(error: ErrorObject): number {
  if (!isUnion(error)) return 1
  return alternativesOf(error)
    .flat()
    .reduce((sum, inner) => sum + weightOf(inner), 1)
}
