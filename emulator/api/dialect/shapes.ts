import { definitions } from '../../model/contract/conventions.ts'
import type { ConventionDefinition } from '../../model/contract/define-convention.ts'
import type { Template } from '../../model/contract/template.ts'
import type { TemplateName } from './templates/holes.ts'

/** The template of a convention's value: that of a named shape, or the value itself. */
export function toTemplate(name: TemplateName, value: string | Template): Template {
  if (typeof value !== 'string') return value
  // The name of a member.
  if (name === 'stateCodeName')
    return { [value.startsWith('$') ? `$${value}` : value]: '$state', expires_in: '$expires_in' }
  const { shapes = {} } = definitions[name] as ConventionDefinition<unknown>
  return Object.hasOwn(shapes, value) ? shapes[value]! : (value as Template)
}
