import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { stripPrefix, isBare } from '../../reading/id-forms.ts'
import type { Answers } from '../answers.ts'
import { matchesBoth, judged, succeeded } from './matching.ts'
import type { CallContext, MakeCall, Question } from './question.ts'
import { changeParameter, comparedByForm, dataQuestion, readQuestion, variationOf } from './reads.ts'

/** The value of a configuration of a scope; undefined without a scope. */
export const configurationCall = (
  asking: CallContext,
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

const askSampleScope: MakeCall = (asking) => configurationCall(asking, asking.session.run.target.samples!.scopeId)

/** The declarations of these questions. */
export const ofConfiguration = ['bearer', 'scopeId', 'configurationPath'] as const

/** Other paths and scopes than those of the samples. */
const variations: readonly Question[] = [
  // The value of the parent path has the sample value as a member, so both show the place of the value in an answer.
  dataQuestion(
    readQuestion(
      'configurations.parent',
      'GET the value one step above that path',
      ofConfiguration,
      (asking) => {
        const value = asking.answers.get('configurations.value')?.request.url
        const [, parent] = /^(.+)\./.exec((value && new URL(value).searchParams.get('path')) ?? '') ?? []
        return changeParameter(asking, 'configurations.value', 'path', parent)
      },
      succeeded,
    ),
  ),
  comparedByForm(
    readQuestion(
      'configurations.bare-scope',
      'GET that value by the id without its prefix',
      ofConfiguration,
      (asking) => configurationCall(asking, stripPrefix(asking.session.run.target.samples!.scopeId!)),
      matchesBoth(
        judged,
        ({ values: { scope_id: id = '' } }, { answers }) =>
          isBare(id) && answers.get('configurations.value')?.request.url.includes(id) === true,
      ),
    ),
  ),
  dataQuestion({
    ...readQuestion(
      'configurations.environment',
      'GET the value of an environment, with the prefix env_',
      ofConfiguration,
      (asking) => {
        const [id] = asking.answers.ids('environments.list')
        return configurationCall(asking, id && `env_${stripPrefix(id)}`)
      },
      matchesBoth(succeeded, ({ values }) => values['scope_id']?.startsWith('env_') === true),
    ),
    call: askSampleScope,
  }),
  dataQuestion(
    readQuestion(
      'configurations.told-prefix',
      'GET that value with a prefix that a refusal names',
      ofConfiguration,
      (asking) => {
        const [id] = asking.answers.ids('environments.list')
        const prefix = toldPrefix(asking.answers)
        return prefix === undefined ? undefined : configurationCall(asking, id && `${prefix}${stripPrefix(id)}`)
      },
    ),
  ),
]

/** The values of a configuration, for scopes of several forms. */
export const configurationQuestions: readonly Question[] = [
  comparedByForm(
    readQuestion(
      'configurations.value',
      'GET the value at samples.configurationPath',
      ofConfiguration,
      askSampleScope,
      succeeded,
    ),
  ),
  ...variations.map((question) => variationOf('configurations.value', question)),
]
