import type { TaskInput } from './names.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds } from './compare-ids.ts'
import { defineTask, type ClientTask, type InputChoice } from './task.ts'
import { stableIds } from './expected-values.ts'

/** Walks back from a product to the newest one, by `ending_before` (clause 4.6). */
export const walkProductsBack: ClientTask = defineTask({
  name: 'walk-products-back',
  inputs: [
    // All but a few are newer, so that the walk has many pages.
    from('many-pages', (ids) => ids.at(-3)),
    from('one-full-page', (ids, page) => ids[page]),
    from('newest', (ids) => ids[0]),
  ],
  judge: (run) => {
    const newer = (world: WorldFacts) => walkedIds(world, run.input).filter((id) => id > String(run.input['from']))
    const { needed, allowed } = stableIds(run, newer, 'newestFirst')
    return compareIds(run, { needed, allowed, order: 'any' })
  },
})

function walkedIds({ catalogs }: WorldFacts, input: TaskInput): readonly string[] {
  return (catalogs.get(String(input['catalogId'])) ?? []).map(({ id }) => id)
}

function from(name: string, choose: (ids: readonly string[], page: number) => string | undefined): InputChoice {
  return {
    name,
    tests: 'client.walk-back',
    of: (world, { pageSize }) => {
      const largest = [...world.catalogs]
        .filter(([, products]) => products.every(({ brand }) => brand !== 'Acme'))
        .toSorted(([, left], [, right]) => right.length - left.length)[0]
      const id = choose(
        (largest?.[1] ?? []).map((product) => product.id),
        pageSize.default,
      )
      return largest && id !== undefined ? { catalogId: largest[0], from: id } : undefined
    },
  }
}
