import { isObject } from '../reading/find-list.ts'
import {
  escapedName,
  escapeHoles,
  inferTemplate,
  isLiteral,
  type MemberValues,
  mostLevels,
  type Template,
  wordOrMadeUp,
} from './template.ts'
import { sortedJson } from '../reading/same-json.ts'

/** The parts of a refusal that its form depends on. */
interface RefusalParts {
  readonly status: number
  /** Undefined without a body. */
  readonly body: unknown
}

/**
 * The template of refusals of which only the first has the allowed values. A part that only the first has depends on
 * these values; a part that only the others have depends on their absence.
 */
export function refusalTemplate(refused: readonly RefusalParts[], allowed: readonly string[]): Template {
  const bodies = refused.map(({ body }) => body)
  // Then a string may also contain the values.
  const hasList = holdsList(bodies, allowed, 5)
  return inferTemplate(bodies, (place, infer) => {
    const { values, answers } = place
    const [first, ...others] = values
    const hasEnum = answers[0] === 0
    if (hasEnum && others.length > 0) {
      if (first !== undefined && others.every((value) => value === undefined))
        return conditionalPart('$when', infer({ ...place, values: [first], answers: [0] }))
      if (first === undefined && others.every((value) => value !== undefined))
        return conditionalPart('$unless', infer({ ...place, values: others, answers: answers.slice(1) }))
    }
    const statuses = answers.map((index) => refused[index]!.status)
    if (hasEnum && isListOf(first, allowed) && others.every((value) => value === undefined)) return '$allowed'
    if (values.every((value, index) => value === statuses[index])) return '$status'
    if (values.every((value, index) => value === String(statuses[index]))) return { $text: '$status' }
    if (values.every((value) => value === undefined || isDetails(value)) && values.some((value) => isDetails(value)))
      return '$details'
    if (values.every((value) => Array.isArray(value)))
      return arrayTemplate(place, values, hasEnum ? allowed : undefined, infer)
    const isAlone = others.length === 0
    const text = values.every((value) => typeof value === 'string')
      ? textHole(values, hasEnum && (isAlone || !hasList) ? allowed : undefined)
      : undefined
    const isSame = isLiteral(first) && values.every((value) => value === first)
    return text === undefined && isSame ? escapeHoles(wordOrMadeUp(first)) : text
  })
}

/**
 * The template of lists that begin with the items of all refusals. The first refusal then has one item per allowed
 * value.
 * @param allowed The values; undefined if no refusal has them.
 */
function arrayTemplate(
  { path, ...place }: MemberValues,
  values: readonly (readonly unknown[])[],
  allowed: readonly string[] | undefined,
  infer: (inner: MemberValues) => unknown,
): unknown {
  const [first = [], ...others] = values
  const common = allowed && others.length === 0 ? 0 : Math.min(...values.map(({ length }) => length))
  const each = allowed && eachForm(first.slice(common), allowed)
  const count = each === undefined && others.length === 0 ? first.length : common
  const isWhole = others.every(({ length }) => length === count) && (each !== undefined || first.length === count)
  if (!isWhole || count > 20 || path.length >= mostLevels) return undefined
  const items = Array.from({ length: count }, (_none, index) =>
    infer({ ...place, values: values.map((value) => value[index]), path: [...path, '[]'] }),
  )
  if (each === undefined) return items.filter((item) => item !== undefined)
  const repeated = { $each: '$allowed', $value: each }
  return items.length === 0 ? repeated : [...items, repeated]
}

/** The template of the item per allowed value. */
function eachForm(items: readonly unknown[], allowed: readonly string[]): unknown {
  if (items.length < allowed.length || items.length === 0) return undefined
  const left = [...allowed]
  const forms = items.map((item) => {
    const index = left.findIndex((option) => JSON.stringify(item).includes(JSON.stringify(option).slice(1, -1)))
    return index < 0 ? undefined : optionForm(item, left.splice(index, 1)[0]!)
  })
  const [form] = forms
  const texts = new Set(forms.map((found) => sortedJson(found)))
  return texts.size === 1 && left.length === 0 && JSON.stringify(form)?.includes('$option') ? form : undefined
}

/** @param allowed The values that the first text may contain. */
function textHole(texts: readonly string[], allowed: readonly string[] | undefined): string | undefined {
  if (allowed?.every((option) => texts[0]!.includes(option)))
    return texts.length === 1 ? 'one of $allowed' : '$message $allowed'
  if (new Set(texts).size === 1) return undefined
  if (texts.some((text) => /\S\s+\S/.test(text))) return '$message'
  return texts.every((text) => /^[\w.:/-]{1,80}$/.test(text)) ? codeOrRequest(texts) : '$message'
}

const isListOf = (value: unknown, allowed: readonly string[]): boolean =>
  Array.isArray(value) && value.length >= allowed.length && allowed.every((text) => value.includes(text))

/**
 * Returns true if only the first refusal has the allowed values as a list.
 * @param values The values at a place of all refusals.
 */
function holdsList([first, ...others]: readonly unknown[], allowed: readonly string[], levels: number): boolean {
  if (isListOf(first, allowed)) return true
  if (Array.isArray(first) && eachForm(first.slice(-allowed.length), allowed) !== undefined) return true
  const isAlone = others.length > 0 && others.every((value) => value === undefined)
  if (typeof first === 'string') return isAlone && allowed.every((option) => first.includes(option))
  if (typeof first !== 'object' || first === null || levels === 0) return false
  return Object.entries(first).some(([name, member]) => {
    const ofOthers = others.map((value) =>
      isObject(value) || Array.isArray(value) ? readMember(value, name) : undefined,
    )
    return holdsList([member, ...ofOthers], allowed, levels - 1)
  })
}

/** A conditional part. Holes of the allowed values need no condition: without values they are left out. */
function conditionalPart(condition: '$when' | '$unless', part: unknown): unknown {
  if (part === undefined || (condition === '$when' && part === '$allowed')) return part
  const isPlain = isObject(part) && !Object.keys(part).some((name) => /^\$[a-z]/.test(name))
  return isPlain ? { [condition]: '$allowed', ...part } : { [condition]: '$allowed', $value: part }
}

/** Errors of several members, in the form that the shorthands have. */
const isDetails = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isObject) && value.some((item) => Object.hasOwn(item, 'allowed'))

const readMember = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/** The parts that an item has in common with those for other values. */
function optionForm(item: unknown, option: string): unknown {
  if (typeof item === 'string') {
    if (item === option || item.toLowerCase() === option.toLowerCase()) return '$option'
    return item.includes(option) ? 'allowed: $option' : wordOrMadeUp(item)
  }
  if (Array.isArray(item)) return item.map((inner) => optionForm(inner, option))
  if (!isObject(item)) return wordOrMadeUp(item)
  return Object.fromEntries(Object.entries(item).map(([name, inner]) => [escapedName(name), optionForm(inner, option)]))
}

/** Distinguishes codes, which are fixed words, from request ids, which differ each time and have digits. */
function codeOrRequest(texts: readonly string[]): string {
  return new Set(texts).size === texts.length && texts.every((text) => /\d/.test(text) && text.length >= 8)
    ? '$requestId'
    : '$code'
}
