import { credentialAdvice } from './advice/credentials.ts'
import { resourceAdvice } from './advice/resources.ts'
import { serviceAdvice } from './advice/services.ts'

/** What helps to mend a failure. */
export interface Advice {
  /** What is usually behind it. */
  readonly cause: string
  /** What to do. */
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
