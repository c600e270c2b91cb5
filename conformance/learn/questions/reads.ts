// Functions that declare read-only questions.
import { type Path, undocumented } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import type { Declaration } from '../../target/declarations.ts'
import type { QuestionContext, Question } from './question.ts'

/** A read-only question of one request. */
export function readQuestion(
  id: string,
  asks: string,
  needs: readonly Declaration[],
  call: (asking: QuestionContext) => Call | undefined,
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

/** A question whose status depends on the data of the service. */
export const ofData = (question: Question): Question => ({ ...question, isOfData: true })

/** A question whose answers have different bodies even in two equal services. */
export const comparedByForm = (question: Question): Question => ({ ...question, onlyForm: true })

/** An address below the version. Its query is a text, so that a parameter can be repeated. */
export const versioned = ({ session: { run } }: QuestionContext, rest: string): Path =>
  undocumented(`/${run.version}${rest}`)
