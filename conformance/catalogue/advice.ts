import { credentialAdvice } from './advice/credentials.ts'
import { resourceAdvice } from './advice/resources.ts'
import { serviceAdvice } from './advice/services.ts'

/** The usual cause of a failure, and its remedy. */
export interface Advice {
  /** The usual cause, in a sentence. */
  readonly cause: string
  /** The remedy, in a sentence. */
  readonly remedy: string
}

const all: Readonly<Partial<Record<string, readonly [cause: string, remedy: string]>>> = {
  ...resourceAdvice,
  ...credentialAdvice,
  ...serviceAdvice,
}

/** The advice for a requirement; undefined for one that cannot fail. */
export function adviceFor(requirement: string): Advice | undefined {
  const found = all[requirement]
  return found && { cause: found[0], remedy: found[1] }
}

/** The requirements that have advice. */
export const advised: readonly string[] = Object.keys(all)
