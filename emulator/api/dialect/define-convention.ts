/** The members that every convention has. */
interface Gap {
  /** The clause of the specification that leaves it open. */
  readonly clause: string
  /** The decision in a sentence: the doc comment of its member in `Conventions`. */
  readonly what: string
  /** The reason for the default. */
  readonly why: string
}

/** A gap with a fixed set of answers. */
export interface Choice<Value> extends Gap {
  readonly kind: 'choice'
  /** The default first. */
  readonly values: readonly Value[]
  readonly default: Value
  /** The values that have no name in the list; undefined where there are none. */
  readonly more?: MoreValues<Value>
  /** True if operations may have values of their own. */
  readonly perOperation?: true
}

/** The values that a gap takes beside a fixed set. */
export interface MoreValues<Value> {
  /** The form of values, for messages. */
  readonly expects: string
  /** Their type in TypeScript. */
  readonly type: string
  /** Their JSON Schema (draft-07) in a file. */
  readonly schema: Readonly<Record<string, unknown>>
  /**
   * Reads a value from a caller or from the command line; undefined when it is of another form.
   * @param operation The operation that it is for; undefined for all.
   * @throws EmulatorError `invalid_convention` when it has the form, and a fault.
   */
  readonly read: (value: unknown, operation?: string) => Value | undefined
}

/** Which values a gap with any answer of a kind takes. */
export interface OpenValue<Value> {
  /** Their type in TypeScript. Default: that of the default value. */
  readonly type?: string
  /** The JSON Schema (draft-07) of a value in a file. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Parses a value from a caller or from the command line; undefined when it is not valid. */
  readonly read: (value: unknown) => Value | undefined
}

/** A gap with any answer of a kind. */
interface Open<Value> extends Gap, OpenValue<Value> {
  readonly kind: 'open'
  readonly default: Value
  /** The form of values, for messages. */
  readonly expects: string
}

/** The values of a convention, its default and the reason for the default. */
export type ConventionDefinition<Value> = Choice<Value> | Open<Value>

/** Declares a convention with a fixed set of values, the default first. */
export function choice<const Value extends string | number | boolean>(
  clause: string,
  values: readonly [Value, ...Value[]],
  texts: Pick<Gap, 'what' | 'why'>,
): Choice<Value> {
  return { kind: 'choice', clause, values, default: values[0], ...texts }
}

/** Declares a convention with a fixed set of values, the default first, that also takes others. */
export function openChoice<const Named extends string | number, More>(
  clause: string,
  values: readonly [Named, ...Named[]],
  rest: Pick<Gap, 'what' | 'why'> & { readonly more: MoreValues<More>; readonly perOperation?: true },
): Choice<Named | More> {
  return { kind: 'choice', clause, values, default: values[0], ...rest }
}

/** Declares a convention that takes any value which `read` accepts. */
export function open<Value>(
  clause: string,
  initial: Value,
  rest: Omit<Open<Value>, 'kind' | 'clause' | 'default'>,
): Open<Value> {
  return { kind: 'open', clause, default: initial, ...rest }
}
