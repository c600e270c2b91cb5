import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { bareOf } from '../../reading/id-forms.ts'
import type { Answers } from '../answers.ts'
import type { QuestionContext, Question } from './question.ts'
import { comparedByForm, ofData, readQuestion } from './reads.ts'

const configuration = (
  asking: QuestionContext,
  scope: string | undefined,
  path: string | undefined = asking.session.run.target.samples!.configurationPath,
): Call | undefined =>
  scope === undefined ? undefined : { path: at('configurations.value', { scope_id: scope }), query: { path } }

/** The prefix in the refusal of another one, apart from those of the specification. */
function toldPrefix(answers: Answers): string | undefined {
  const refused = ['configurations.environment', 'configurations.bare-scope'].map((id) => answers.get(id)?.response)
  const texts = refused.flatMap((response) => (response && response.status >= 400 ? response.text.slice(0, 4000) : []))
  const told = new Set(texts.join(' ').match(/(?<![a-z])[a-z]{3}_(?![A-Za-z0-9])/g))
  const others = [...told].filter((prefix) => !['wrk_', 'flw_', 'flr_', 'prj_', 'env_'].includes(prefix))
  return others.length === 1 ? others[0] : undefined
}

const inOrder = ['bearer', 'scopeId', 'configurationPath'] as const

/** The values of a configuration, for scopes of several forms. */
export const configurationQuestions: readonly Question[] = [
  comparedByForm(
    readQuestion('configurations.value', 'GET the value at samples.configurationPath', inOrder, (asking) =>
      configuration(asking, asking.session.run.target.samples!.scopeId),
    ),
  ),
  // The value of the parent path has the sample value as a member, so both show the place of the value in an answer.
  ofData(
    readQuestion('configurations.parent', 'GET the value one step above that path', inOrder, (asking) => {
      const { scopeId, configurationPath = '' } = asking.session.run.target.samples!
      const end = configurationPath.lastIndexOf('.')
      return end <= 0 ? undefined : configuration(asking, scopeId, configurationPath.slice(0, end))
    }),
  ),
  comparedByForm(
    readQuestion('configurations.bare-scope', 'GET that value by the id without its prefix', inOrder, (asking) =>
      configuration(asking, bareOf(asking.session.run.target.samples!.scopeId!)),
    ),
  ),
  ofData(
    readQuestion(
      'configurations.environment',
      'GET the value of an environment, with the prefix env_',
      inOrder,
      (asking) => {
        const [id] = asking.answers.ids('environments.list')
        return configuration(asking, id && `env_${bareOf(id)}`)
      },
    ),
  ),

  ofData(
    readQuestion(
      'configurations.told-prefix',
      'GET that value with a prefix that a refusal names',
      inOrder,
      (asking) => {
        const [id] = asking.answers.ids('environments.list')
        const prefix = toldPrefix(asking.answers)
        return prefix === undefined ? undefined : configuration(asking, id && `${prefix}${bareOf(id)}`)
      },
    ),
  ),
]
