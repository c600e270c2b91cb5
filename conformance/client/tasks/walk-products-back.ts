import type { TaskInput } from './names.ts'
import type { WorldFacts } from '../evidence/world-facts.ts'
import { compareIds } from './compare-ids.ts'
import { defineTask, type Task } from './task.ts'
import { stableIds } from './expected-values.ts'

/** Walks back from a product to the newest one, by `ending_before` (clause 4.6). */
export const walkProductsBack: Task = defineTask({
  name: 'walk-products-back',
  judge: (run) => {
    const newer = (world: WorldFacts) => walkedIds(world, run.input).filter((id) => id > String(run.input['from']))
    const { needed, allowed } = stableIds(run, newer, 'newestFirst')
    return compareIds(run, { needed, allowed, order: 'any' })
  },
})

function walkedIds({ catalogs }: WorldFacts, input: TaskInput): readonly string[] {
  return (catalogs.get(String(input['catalogId'])) ?? []).map(({ id }) => id)
}
