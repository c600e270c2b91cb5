import type { AnswerForms } from './answer-form.ts'
import type { PerOperation, Template, TemplatePart } from './template.ts'

/** The kinds of values that conventions take in addition to named values, and their types. */
export interface ValueKinds {
  readonly template: Template
  readonly memberName: string & {}
  readonly memberNameOrTemplate: (string & {}) | Template
  readonly refusalStatus: number
  /** 200 for an empty list. */
  readonly emptyOrRefusalStatus: number
  readonly successStatus: number
  readonly successStatusWithBody: number
  readonly count: number
  readonly path: string
  readonly prefix: string
  readonly versions: readonly string[]
  readonly scopes: Readonly<Record<string, readonly string[]>>
  readonly answerForms: 'none' | AnswerForms
  readonly members: Readonly<Record<string, readonly (string | { readonly [member: string]: TemplatePart })[]>>
}

/** Values of a kind, with their limits. */
export interface TakenValues {
  readonly kind: keyof ValueKinds
  /** The form of values, for messages, if the kind does not say it. */
  readonly expects?: string
  /** The names that a member cannot have. */
  readonly except?: readonly string[]
  /** The smallest number. */
  readonly least?: number
  /** The unit of a number. */
  readonly of?: string
  /** An example of a path. */
  readonly such?: string
}

/** The words about a convention. */
interface Texts {
  /** The decision in a sentence. */
  readonly what: string
  /** The reason for the default. */
  readonly why: string
}

/** A gap of the specification: its default and its alternatives. */
export interface ConventionDefinition<Value> extends Texts {
  /** The clause of the specification that leaves it open. */
  readonly clause: string
  /** The values that have a name, the default first. There may be none. */
  readonly values: readonly Value[]
  readonly default: Value
  /** The values that have no name. */
  readonly takes?: TakenValues
  /** True if operations may have values of their own. */
  readonly perOperation?: boolean
  /** The templates of the named values. */
  readonly shapes?: Readonly<Record<string, Template>>
}

/** A convention for which operations may have values of their own. */
export interface OperationDefinition<Value> extends ConventionDefinition<Value> {
  readonly perOperation: true
}

/** The type of a convention's values for one operation. */
export type OperationValue<Definition> = Definition extends ConventionDefinition<infer Value> ? Value : never

/** The type of a convention's values. */
export type ConventionValue<Definition> =
  Definition extends OperationDefinition<infer Value> ? PerOperation<Value> : OperationValue<Definition>

/** Declares a convention with a fixed set of values, the default first. */
export function choiceConvention<const Value extends string | boolean>(
  clause: string,
  values: readonly [Value, ...Value[]],
  texts: Texts,
): ConventionDefinition<Value> {
  return { clause, values, default: values[0], ...texts }
}

/** Declares a convention with named values, the default first, that also takes others. */
export function openChoice<const Named extends string, Kind extends keyof ValueKinds>(
  clause: string,
  values: readonly [Named, ...Named[]],
  { takes, ...texts }: Texts & { readonly takes: TakenValues & { readonly kind: Kind } },
): ConventionDefinition<Named | ValueKinds[Kind]> {
  return { clause, values, default: values[0], takes, ...texts }
}

/** Declares a convention of named templates, the default first, that also takes others. */
export function templateConvention<const Named extends string>(
  clause: string,
  templates: Readonly<Record<Named, Template>>,
  texts: Texts,
): OperationDefinition<Named | Template> {
  const values = Object.keys(templates) as Named[]
  const takes = { kind: 'template' } as const
  return { clause, values, default: values[0]!, takes, perOperation: true, shapes: templates, ...texts }
}

/** Declares a convention of statuses, the default first, that also takes others. */
export function statusConvention(
  clause: string,
  values: readonly [number, ...number[]],
  { takes, ...texts }: Texts & { readonly takes: keyof ValueKinds },
): OperationDefinition<number> {
  return { clause, values, default: values[0], takes: { kind: takes }, perOperation: true, ...texts }
}

/** Declares a convention that takes any value of a kind. */
export function openConvention<Kind extends keyof ValueKinds>(
  clause: string,
  initial: ValueKinds[Kind],
  { takes, ...texts }: Texts & { readonly takes: TakenValues & { readonly kind: Kind } },
): ConventionDefinition<ValueKinds[Kind]> {
  return { clause, values: [], default: initial, takes, ...texts }
}

/** Declares a convention for which operations may have values of their own. */
export function byOperation<Value>(definition: ConventionDefinition<Value>): OperationDefinition<Value> {
  return { ...definition, perOperation: true }
}
