import type { RequirementId } from '../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../contract/conventions.ts'
import type { AskedOperation } from '../pipeline/operation-at.ts'

/** Answers a request, as `fetch` does. */
export type FetchLike = (request: Request) => Promise<Response>

/**
 * Gives the operation that a request asks for, in every world, under every base path, version and convention of
 * paths. Gives undefined for HEAD and OPTIONS, and where nothing is served.
 *
 * @param method The method to look for at the path of the request. Default: the method of the request.
 */
export type OperationOf = (request: Request, method?: string) => AskedOperation | undefined

/** A server made of another: what a deviation puts around `fetch`. */
export type FetchWrapper = (next: FetchLike, operationOf: OperationOf) => FetchLike

/**
 * A deliberate violation of one stated requirement. It is a wrapper around `fetch`, so that the handlers stay clean:
 * it may alter, drop, replay or split requests and rewrite answers. The kit must catch every one.
 */
export interface Deviation {
  /** A literal in kebab-case that grep finds. */
  readonly name: string
  /** The requirement that the server breaks. */
  readonly requirement: RequirementId
  /** What the server does wrong, in a sentence. */
  readonly description: string
  /** The check that is meant to catch it. */
  readonly caughtBy: string
  /** The conventions under which it shows, where the defaults hide it. */
  readonly conventions?: Partial<Conventions>
  /** Makes a server that deviates from one that does not. Each call starts with an empty memory. */
  readonly wrap: FetchWrapper
}

/** Declares a deviation. The name of its check begins with the requirement, unless that is given. */
export function violation(
  caughtBy: string,
  name: string,
  description: string,
  wrap: FetchWrapper,
  requirement: string = caughtBy.slice(0, caughtBy.lastIndexOf('.')),
): Deviation {
  return { name, requirement: requirement as RequirementId, description, caughtBy, wrap }
}

const row = /^\s*(?:([\w.-]+)(?: \(([\w.-]+)\))?\s+)?([\w-]+):\s+(.*?)\s*$/s

/**
 * Declares a table of deviations: the name of a check, then a row for each deviation that it is meant to catch, which
 * is `name: description` and the way. A requirement stands in parentheses behind a check that does not begin with it.
 *
 * @throws Error for a row that cannot be read.
 */
export function violations(
  { raw }: TemplateStringsArray,
  ...ways: readonly (FetchWrapper | Pick<Deviation, 'wrap' | 'conventions'>)[]
): readonly Deviation[] {
  let check = ''
  let requirement: string | undefined
  return ways.map((way, index) => {
    const [, newCheck, newRequirement, name, description] = row.exec(raw[index]!) ?? []
    if (newCheck !== undefined) [check, requirement] = [newCheck, newRequirement]
    if (name === undefined || description === undefined || check === '')
      throw new Error(`A row of the table of deviations must be "name: description"; got ${raw[index]}`)
    const { wrap, ...others } = typeof way === 'function' ? { wrap: way } : way
    return { ...violation(check, name, description.replaceAll(/\s+/g, ' '), wrap, requirement), ...others }
  })
}
