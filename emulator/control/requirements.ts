import { type Static, Type } from 'typebox'
import { ApiError } from '../api/dialect/api-error.ts'
import { didYouMean } from '../tools/nearest.ts'
import { shortJson } from '../tools/short-text.ts'
import { type ControlEndpoint, defineControl } from './define-control.ts'

/** The schema of a requirement. */
export const Requirement = Type.Object(
  {
    id: Type.String(),
    clause: Type.String({ description: 'The clause of the specification.' }),
    statement: Type.String({ description: 'The sentence, in our own words.' }),
  },
  { title: 'Requirement', additionalProperties: false },
)

type CitedRequirement = Static<typeof Requirement>

// The sentences are rarely read, so a start does not wait for them.
async function cited(): Promise<readonly CitedRequirement[]> {
  const { requirementStatements } = await import('./requirement-statements.ts')
  return requirementStatements.map(([id, clause, statement]) => ({ id, clause, statement }))
}

/** The requirement with an id. */
export async function requirementOf(id: string): Promise<CitedRequirement | null> {
  return (await cited()).find((requirement) => requirement.id === id) ?? null
}

/** Explains the ids that refusals cite in `x-emulator-requirement`, and operations in `x-requirements`. */
export const requirementEndpoints: readonly ControlEndpoint[] = [
  defineControl({
    id: 'requirements.list',
    method: 'GET',
    path: '/requirements',
    summary: 'Lists the requirements of the specification that the emulator cites, each with its clause.',
    query: Type.Object({ id: Type.Optional(Type.String({ description: 'Shows only this one.' })) }),
    answers: [{ status: 200, description: 'The requirements.', schema: Type.Array(Requirement) }],
    handle: async ({ query }) => {
      const all = await cited()
      const { id: wanted } = query
      const body = wanted === undefined ? all : all.filter(({ id }) => id === wanted)
      if (body.length > 0) return { body }
      const hint = didYouMean(
        wanted ?? '',
        all.map(({ id }) => id),
      )
      throw new ApiError('unknown', `There is no requirement ${shortJson(wanted)}${hint}`, {
        code: 'unknown_requirement',
      })
    },
  }),
]
