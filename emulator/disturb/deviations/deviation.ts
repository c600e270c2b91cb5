import type { CheckId } from '../../../conformance/catalogue/check-ids.ts'
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../../model/contract/conventions.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'

/** An operation that a request asks for, as the router finds it. */
export interface AskedOperation {
  readonly id: OperationId
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The address of the API as the client sees it, with the base path and the world. */
  readonly baseUrl: string
}

/** Answers a request, as `fetch` does. */
export type FetchLike = (request: Request) => Promise<Response>

/**
 * Returns the operation of a request, in every world, under every base path, version and convention of paths. Returns
 * undefined for HEAD and OPTIONS, and for paths that are not served.
 *
 * @param method The method to look for at the path of the request. Default: the method of the request.
 */
export type OperationOf = (request: Request, method?: string) => AskedOperation | undefined

/**
 * Wraps the `fetch` of a server, as deviations do. They get a Request and not its context, as a proxy does: they may
 * send none, several or others, each of which then has a context, and users write them with `fetch` only.
 */
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
  /** The server's mistake, in a sentence. */
  readonly description: string
  /** The check that should catch it. Shipped deviations name a check of the kit. */
  readonly caughtBy: string
  /** The conventions that show it, if the defaults hide it. */
  readonly conventions?: Partial<Conventions>
  /** Wraps a correct server in one that deviates. Each call starts with an empty memory. */
  readonly wrap: FetchWrapper
}

/**
 * One shipped deviation: the check that is meant to catch it, whose id begins with the requirement that the server
 * breaks; the server's mistake in a sentence; and its wrapper.
 */
export type DeviationRow = readonly [caughtBy: CheckId, description: string, wrap: FetchWrapper]

/** Shipped deviations by their names, under a title for people. */
export interface DeviationGroup {
  readonly title: string
  readonly deviations: Readonly<Record<string, DeviationRow>>
}
