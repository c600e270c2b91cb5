import { type Check, isPassive } from './define-check.ts'
import { missingDeclarations } from '../target/declarations.ts'
import type { Target } from '../target/target-file.ts'

export interface Circumstances {
  readonly target: Target
  readonly allowWrites: boolean
  readonly skipped: ReadonlySet<string>
}

/** Why a check does not apply, before anything is sent; undefined when it does. */
export function ruledOut(check: Check, { target, allowWrites, skipped }: Circumstances): string | undefined {
  if (isPassive(check)) return undefined
  const missing = missingDeclarations(check.needs ?? [], target)
  if (missing.length > 0) return `declare ${missing.join(' and ')} in the target file`
  if (check.effect === 'write' && !allowWrites)
    return 'it writes: give --allow-writes, or allowWrites in the target file'
  const left = check.after?.find((id) => skipped.has(id))
  return left === undefined ? undefined : `it builds on ${left}, which --skip leaves out`
}
