// Describes the values that a union allows, by its alternatives, in words.
import { shortJson } from './short-text.ts'

type Schema = Readonly<Record<string, unknown>>

/** The alternatives of a union in words, such as `an integer from 1 or "always"`. */
export function describeAlternatives(schemas: readonly unknown[]): string {
  const forms = [...new Set(schemas.flatMap(formsOf))]
  const last = forms.pop()!
  return forms.length === 0 ? last : `${forms.join(', ')} or ${last}`
}

function formsOf(alternative: unknown): readonly string[] {
  if (typeof alternative !== 'object' || alternative === null) return ['anything']
  const schema = alternative as Schema
  if ('const' in schema) return [shortJson(schema['const'])]
  for (const keyword of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[keyword])) return (schema[keyword] as unknown[]).flatMap(formsOf)
  if (Array.isArray(schema['enum'])) return schema['enum'].slice(0, 50).map(shortJson)
  const types = Array.isArray(schema['type']) ? (schema['type'] as unknown[]) : [schema['type']]
  return types.map((type) => formOfType(String(type), schema))
}

function formOfType(type: string, schema: Schema): string {
  switch (type) {
    case 'null':
      return 'null'
    case 'boolean':
      return 'true or false'
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'an integer' : 'a number'}${rangeOf(schema)}`
    case 'string':
      return textOf(schema)
    case 'array':
      return `an array${itemsOf(schema['items'])}`
    case 'object':
      return objectOf(schema)
    default:
      return nameOf(schema)
  }
}

function rangeOf({ minimum, maximum }: Schema): string {
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : String(maximum)
  if (minimum === undefined) return to && ` up to ${to}`
  return ` from ${String(minimum)}${to && ` to ${to}`}`
}

function textOf({ format, pattern, minLength }: Schema): string {
  if (typeof format === 'string') return `a string in the format ${format}`
  if (typeof pattern === 'string') return `a string that matches ${pattern}`
  return minLength === 1 ? 'a string that is not empty' : 'a string'
}

const plurals: Readonly<Record<string, string>> = {
  object: 'objects',
  array: 'arrays',
  string: 'strings',
  number: 'numbers',
  integer: 'integers',
}

function itemsOf(items: unknown): string {
  const plural = plurals[String((items as Schema | undefined)?.['type'])]
  return plural === undefined ? '' : ` of ${plural}`
}

function objectOf({ required, properties }: Schema): string {
  if (!Array.isArray(required) || required.length === 0) return 'an object'
  const members = required.slice(0, 5).map((name) => {
    const fixed = ((properties as Schema | undefined)?.[String(name)] as Schema | undefined)?.['const']
    return fixed === undefined ? String(name) : `${String(name)}: ${shortJson(fixed)}`
  })
  return `an object with ${members.join(', ')}`
}

function nameOf({ title, $ref }: Schema): string {
  if (typeof title === 'string') return title
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? $ref) : 'another value'
}
