import { at } from '../../catalogue/operation-paths.ts'
import type { Call } from '../../judge/call.ts'
import { bareOf, prefixOf } from '../../reading/id-forms.ts'
import type { Answers } from '../answers.ts'
import { besides, both, judged, type Matches, succeeded } from './matching.ts'
import type { CallContext, MakeCall, Question } from './question.ts'
import { comparedByForm, ofData, readQuestion } from './reads.ts'

const configuration = (
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

const ofSample: MakeCall = (asking) => configuration(asking, asking.session.run.target.samples!.scopeId)

const scopePrefix =
  (prefix: RegExp): Matches =>
  ({ values }) =>
    prefix.test(prefixOf(values['scope_id'] ?? ''))

/** The scope of the served value, in another form. */
const isSameScope: Matches = ({ values }, { answers }) =>
  answers.get('configurations.value')?.request.url.includes(bareOf(values['scope_id'] ?? '')) === true

/** The path one step above that of the served value. */
const isParent: Matches = ({ query }, { answers }) => {
  const value = answers.get('configurations.value')
  return (
    value !== undefined &&
    new URL(value.request.url).searchParams.get('path')?.replace(/\.[^.]*$/, '') === query.get('path')
  )
}

const inOrder = ['bearer', 'scopeId', 'configurationPath'] as const

/** The values of a configuration, for scopes of several forms. */
export const configurationQuestions: readonly Question[] = [
  comparedByForm(
    readQuestion(
      'configurations.value',
      'GET the value at samples.configurationPath',
      inOrder,
      ofSample,
      both(succeeded, scopePrefix(/./)),
    ),
  ),
  // The value of the parent path has the sample value as a member, so both show the place of the value in an answer.
  ofData(
    readQuestion(
      'configurations.parent',
      'GET the value one step above that path',
      inOrder,
      (asking) => {
        const { scopeId, configurationPath = '' } = asking.session.run.target.samples!
        const end = configurationPath.lastIndexOf('.')
        return end <= 0 ? undefined : configuration(asking, scopeId, configurationPath.slice(0, end))
      },
      both(succeeded, besides('configurations.value'), isParent),
    ),
  ),
  comparedByForm(
    readQuestion(
      'configurations.bare-scope',
      'GET that value by the id without its prefix',
      inOrder,
      (asking) => configuration(asking, bareOf(asking.session.run.target.samples!.scopeId!)),
      both(judged, scopePrefix(/^$/), isSameScope),
    ),
  ),
  ofData({
    ...readQuestion(
      'configurations.environment',
      'GET the value of an environment, with the prefix env_',
      inOrder,
      (asking) => {
        const [id] = asking.answers.ids('environments.list')
        return configuration(asking, id && `env_${bareOf(id)}`)
      },
      both(succeeded, scopePrefix(/^env_$/)),
    ),
    call: ofSample,
  }),
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
