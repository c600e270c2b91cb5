import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import type { Answers } from '../answers.ts'
import { matchesBoth, judged, succeeded } from './matching.ts'
import { callAt, type CallChange, configurations } from './places.ts'
import type { CallContext, Question } from './question.ts'
import { changeParameter, comparedByForm, dataQuestion, goodQuestion, readQuestion, variation } from './reads.ts'

/** The prefix in the refusal of another one, apart from those of the specification. */
function prefixInRefusal(answers: Answers): string | undefined {
  const refused = ['configurations.environment', 'configurations.bare-scope'].map((id) => answers.get(id)?.response)
  const texts = refused.flatMap((response) => (response && response.status >= 400 ? response.text.slice(0, 4000) : []))
  const told = new Set(texts.join(' ').match(/(?<![a-z])[a-z]{3}_(?![A-Za-z0-9])/g))
  const others = [...told].filter((prefix) => !['wrk_', 'flw_', 'flr_', 'prj_', 'env_'].includes(prefix))
  return others.length === 1 ? others[0] : undefined
}

/** The first environment as a scope. */
function environmentScope({ answers }: CallContext, prefix: string | undefined): CallChange | undefined {
  const [id] = answers.ids('environments.list')
  return id === undefined || prefix === undefined ? undefined : { id: `${prefix}${stripPrefix(id)}` }
}

/** The values of a configuration: that of the samples, and those of other paths and scopes. */
export const configurationQuestions: readonly Question[] = [
  comparedByForm(goodQuestion(configurations, 'GET the value at samples.configurationPath', succeeded)),
  // The value of the parent path has the sample value as a member, so both show the place of the value in an answer.
  {
    ...dataQuestion(
      readQuestion(
        'configurations.parent',
        'GET the value one step above that path',
        configurations.needs,
        (asking) => {
          const value = asking.answers.get('configurations.value')?.request.url
          const [, parent] = /^(.+)\./.exec((value && new URL(value).searchParams.get('path')) ?? '') ?? []
          return changeParameter(asking, 'configurations.value', 'path', parent)
        },
        succeeded,
      ),
    ),
    varies: 'configurations.value',
  },
  comparedByForm(
    variation(
      configurations,
      'bare-scope',
      'GET that value by the id without its prefix',
      ({ session: { run } }) => ({ id: stripPrefix(run.target.samples!.scopeId!) }),
      matchesBoth(
        judged,
        ({ values: { scope_id: id = '' } }, { answers }) =>
          isBare(id) && answers.get('configurations.value')?.request.url.includes(id) === true,
      ),
    ),
  ),
  dataQuestion({
    ...variation(
      configurations,
      'environment',
      'GET the value of an environment, with the prefix env_',
      (asking) => environmentScope(asking, 'env_'),
      matchesBoth(succeeded, ({ values }) => values['scope_id']?.startsWith('env_') === true),
    ),
    call: (asking) => callAt(configurations, asking),
  }),
  dataQuestion(
    variation(configurations, 'told-prefix', 'GET that value with a prefix that a refusal names', (asking) =>
      environmentScope(asking, prefixInRefusal(asking.answers)),
    ),
  ),
]
