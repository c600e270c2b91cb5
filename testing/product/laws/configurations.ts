// A configuration answers with the value at the path that was requested, in the scope of the path (clause 4.4).
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'

/** The path as a server reads it, by its mistake; undefined ignores the path. */
const mistakes: Readonly<Record<string, (path: string) => string | undefined>> = {
  'path-ignored': () => undefined,
  'path-empty': () => '',
  'last-step-ignored': (path) => path.split('.').slice(0, -1).join('.') || undefined,
  'first-step-alone': (path) => path.split('.')[0],
  'last-step-alone': (path) => path.split('.').at(-1),
  'first-step-ignored': (path) => path.split('.').slice(1).join('.'),
  'path-one-key': (path) => path.replaceAll('.', String.raw`\.`),
}

const conditions = ['always', 'prj-id', 'with-other-parameter'] as const satisfies readonly ConditionName[]

/** The value of another path is answered. */
export const configurationPaths: readonly Fault[] = Object.entries(mistakes).flatMap(([name, mistake]) =>
  lawFaults({
    id: 'configuration',
    way: name,
    requirement: 'configurations.dotted-path',
    breaks: 'The server answers with the value of another path than the one that was asked for.',
    places: ['configurations.value'],
    conditions,
    fault: (place, condition) =>
      during(place, condition, (intercepted) => {
        const path = intercepted.query.get('path')
        return intercepted.send(path?.includes('.') === true ? { query: { path: mistake(path) } } : undefined)
      }),
  }),
)
