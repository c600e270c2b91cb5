// The parts that questions which change nothing are made of.
import { type Path, undocumented } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { Asking, Question } from './question.ts'

/** A question of one request that changes nothing. */
export function read(
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

/** A question whose status depends on what the service holds. */
export const ofData = (question: Question): Question => ({ ...question, isOfData: true })

/** A question whose answer has another body at each of two services that are alike. */
export const comparedByForm = (question: Question): Question => ({ ...question, onlyForm: true })

/** An address below the version, with a query as text: a parameter may stand there twice. */
export const versioned = ({ session: { run } }: Asking, rest: string): Path => undocumented(`/${run.version}${rest}`)
