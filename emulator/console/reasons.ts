// The fact that shows a failure, and the cause that something is open, as in the results of both judges.
/** A fact or a cause. The other members depend on its kind. */
export interface Reason {
  readonly kind: string
}

/** A request that shows a failure. */
export interface FactPlace {
  /** The documented operation; missing for any other address. */
  readonly operation?: string
  readonly method: string
  readonly url: string
}

/** The words for causes. Others are shown by the name of their kind. */
const causes = {
  check: 'another check did not pass',
  requirement: 'a requirement failed',
  declaration: 'not declared in the target file',
  writes: 'writes are not allowed',
  omitted: 'not offered, as the target file says',
  skipped: 'a check that it builds on was left out',
  credential: 'a credential is not accepted',
  refused: 'refused for a reason that does not show',
  outage: 'no complete answer came',
  gateway: 'refused in front of the API',
  alike: 'the answers are all the same',
  changed: 'the data changed meanwhile',
  data: 'the data cannot show it',
  absent: 'not offered',
  quota: 'nothing but 429',
  limit: 'a limit of the run',
  ended: 'the run was ended',
  machine: 'this machine lacks something',
  kit: 'a fault of the kit',
} as const

/** The kinds of causes of the kit. */
export type CauseKind = keyof typeof causes

/** A cause in words, with what it names. */
export function causeText({ kind, ...values }: Reason): string {
  const names = Object.values(values).flatMap(namesIn)
  return `${Object.hasOwn(causes, kind) ? causes[kind as CauseKind] : inWords(kind)}${names.length === 0 ? '' : `: ${names.join(', ')}`}`
}

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap(namesIn) : typeof value === 'string' ? [value] : []

/** `notApplicable` as people write it. */
export function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
