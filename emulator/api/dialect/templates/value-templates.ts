// The answers of the token endpoint, of capabilities and of prepare-connect that templates make.
import { Type, type TSchema } from 'typebox'
import type { Template } from '../../../model/contract/template.ts'
import { fillTemplate, type HoleValues } from './fill-template.ts'
import { optionalHoles, type TemplateName } from './holes.ts'
import { readTemplate } from './read-template.ts'
import { holesIn } from './template-node.ts'
import { type HoleSchemas, TemplateSchema } from './template-schema.ts'

/** A template of an answer that is made as a value. */
export interface ValueTemplate {
  /** True if it has the hole. */
  readonly has: (hole: string) => boolean
  /** @param commands The values of each command. */
  readonly toJson: (values: HoleValues, commands?: readonly HoleValues[]) => unknown
  readonly schema: (holes: HoleSchemas) => TSchema
}

const compiled = new WeakMap<object, ValueTemplate>()

/** The answers that a template makes. It is read once. */
export function valueTemplate(
  name: Extract<TemplateName, 'tokenResponse' | 'capabilities' | 'stateCodeName'>,
  template: Template,
): ValueTemplate {
  const known = typeof template === 'object' ? compiled.get(template) : undefined
  if (known) return known
  const { node } = readTemplate(name, template)
  const holes = new Set(holesIn(node))
  const made: ValueTemplate = {
    has: (hole) => holes.has(hole),
    toJson: (values, commands) => fillTemplate(node, values, commands),
    schema: (schemas) => new TemplateSchema({ $requestId: Type.String(), ...schemas }, optionalHoles(name)).of(node),
  }
  if (typeof template === 'object') compiled.set(template, made)
  return made
}
