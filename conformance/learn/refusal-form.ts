import { isObject } from '../reading/find-list.ts'
import { escapedName, escapeHoles, isLiteral, type Template, wordOrMadeUp } from './template.ts'
import { sortedJson } from '../reading/same-json.ts'

/** The parts of a refusal that its form depends on. */
interface RefusalParts {
  readonly status: number
  /** Undefined without a body. */
  readonly body: unknown
}

const mostLevels = 8

/**
 * The template of refusals of which only the first has the allowed values. A part that only the first has depends on
 * these values; a part that only the others have depends on their absence.
 */
export class RefusalForm {
  readonly #refused: readonly RefusalParts[]
  readonly #allowed: readonly string[]
  /** True if the first refusal has the values as a list. Then a string may also contain them. */
  readonly #hasList: boolean
  readonly #unexplained: string[] = []

  constructor(refused: readonly RefusalParts[], allowed: readonly string[]) {
    this.#refused = refused
    this.#allowed = allowed
    this.#hasList = this.#holdsList(
      refused.map(({ body }) => body),
      5,
    )
  }

  template(): Template {
    const template = this.#part(
      this.#refused.map(({ body }) => body),
      this.#refused,
      [],
    )
    return { template, unexplained: this.#unexplained }
  }

  /** @param values The values at one place, in the order of their refusals. */
  #part(values: readonly unknown[], refused: readonly RefusalParts[], path: readonly string[]): unknown {
    const [first, ...others] = values
    const hasEnum = refused[0] === this.#refused[0]
    if (hasEnum && others.length > 0) {
      if (first !== undefined && others.every((value) => value === undefined))
        return conditionalPart('$when', this.#part([first], refused.slice(0, 1), path))
      if (first === undefined && others.every((value) => value !== undefined))
        return conditionalPart('$unless', this.#part(others, refused.slice(1), path))
    }
    const hole = this.#hole(values, refused, hasEnum)
    if (hole !== undefined) return hole
    if (values.every(isObject) && path.length < mostLevels) return this.#object(values, refused, path)
    if (values.every((value) => Array.isArray(value)) && path.length < mostLevels)
      return this.#array(values, refused, path)
    if (isLiteral(first) && values.every((value) => value === first)) return escapeHoles(wordOrMadeUp(first))
    this.#unexplained.push(path.join('.'))
    return undefined
  }

  #object(
    values: readonly Readonly<Record<string, unknown>>[],
    refused: readonly RefusalParts[],
    path: readonly string[],
  ): unknown {
    const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
    return Object.fromEntries(
      names.flatMap((name) => {
        const inner = values.map((value) => (Object.hasOwn(value, name) ? value[name] : undefined))
        const member = this.#part(inner, refused, [...path, name])
        return member === undefined ? [] : [[escapedName(name), member]]
      }),
    )
  }

  /** A list that begins with the items of all refusals. The first refusal then has one item per allowed value. */
  #array(values: readonly (readonly unknown[])[], refused: readonly RefusalParts[], path: readonly string[]): unknown {
    const [first = [], ...others] = values
    const isOfEnum = refused[0] === this.#refused[0]
    const common = isOfEnum && others.length === 0 ? 0 : Math.min(...values.map(({ length }) => length))
    const each = isOfEnum ? this.#each(first.slice(others.length === 0 ? 0 : common)) : undefined
    const count = each === undefined && others.length === 0 ? first.length : common
    const isWhole = others.every(({ length }) => length === count) && (each !== undefined || first.length === count)
    if (!isWhole || count > 20) {
      this.#unexplained.push(path.join('.'))
      return undefined
    }
    const items = Array.from({ length: count }, (_none, index) =>
      this.#part(
        values.map((value) => value[index]),
        refused,
        [...path, '[]'],
      ),
    )
    if (each === undefined) return items.filter((item) => item !== undefined)
    const repeated = { $each: '$allowed', $value: each }
    return items.length === 0 ? repeated : [...items, repeated]
  }

  /** The template of the item per allowed value. */
  #each(items: readonly unknown[]): unknown {
    if (items.length < this.#allowed.length || items.length === 0) return undefined
    const left = [...this.#allowed]
    const forms = items.map((item) => {
      const index = left.findIndex((option) => JSON.stringify(item).includes(JSON.stringify(option).slice(1, -1)))
      return index < 0 ? undefined : optionForm(item, left.splice(index, 1)[0]!)
    })
    const [form] = forms
    const texts = new Set(forms.map((found) => sortedJson(found)))
    return texts.size === 1 && left.length === 0 && JSON.stringify(form)?.includes('$option') ? form : undefined
  }

  #hole(values: readonly unknown[], refused: readonly RefusalParts[], hasEnum: boolean): unknown {
    const [first, ...others] = values
    const isMissing = (value: unknown) => value === undefined
    if (hasEnum && this.#isList(first) && others.every(isMissing)) return '$allowed'
    if (values.every((value, index) => value === refused[index]?.status)) return '$status'
    if (values.every((value, index) => value === String(refused[index]?.status))) return { $text: '$status' }
    if (values.every((value) => value === undefined || isDetails(value)) && values.some((value) => isDetails(value)))
      return '$details'
    if (!values.every((value) => typeof value === 'string')) return undefined
    const texts = values as readonly string[]
    const isAlone = others.length === 0
    const tells = hasEnum && (isAlone || !this.#hasList) && this.#allowed.every((option) => texts[0]!.includes(option))
    if (tells) return isAlone ? 'one of $allowed' : '$message $allowed'
    const differ = new Set(texts).size > 1
    if (!differ) return undefined
    if (texts.some((text) => /\S\s+\S/.test(text))) return '$message'
    return texts.every((text) => /^[\w.:/-]{1,80}$/.test(text)) ? codeOrRequest(texts) : '$message'
  }

  #isList(value: unknown): boolean {
    return (
      Array.isArray(value) &&
      value.length >= this.#allowed.length &&
      this.#allowed.every((text) => value.includes(text))
    )
  }

  /** @param values The values at a place of all refusals. */
  #holdsList([first, ...others]: readonly unknown[], levels: number): boolean {
    if (this.#isList(first)) return true
    if (Array.isArray(first) && this.#each(first.slice(-this.#allowed.length)) !== undefined) return true
    const isAlone = others.length > 0 && others.every((value) => value === undefined)
    if (typeof first === 'string') return isAlone && this.#allowed.every((option) => first.includes(option))
    if (typeof first !== 'object' || first === null || levels === 0) return false
    return Object.entries(first).some(([name, member]) => {
      const ofOthers = others.map((value) =>
        isObject(value) || Array.isArray(value) ? readMember(value, name) : undefined,
      )
      return this.#holdsList([member, ...ofOthers], levels - 1)
    })
  }
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
