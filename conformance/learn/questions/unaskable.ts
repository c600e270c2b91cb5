import { because } from '../../conclusions/cause.ts'
import { missingMembers } from '../../target/declarations.ts'
import type { Target } from '../../target/target-file.ts'
import type { UnseenCause } from '../observation.ts'
import type { Question } from './question.ts'

/** The options that decide which questions are asked. */
export interface AskingOptions {
  /** The service to ask. */
  readonly target: Target
  /** True if questions may create, change and delete. Default: false. */
  readonly allowWrites?: boolean | undefined
  /** True to send at most three requests without the right credentials. Default: false. */
  readonly gentle?: boolean | undefined
}

/** The reason why a question cannot be asked; undefined if it can. */
export function unaskable(
  { needs, effect, isRisky = false }: Question,
  { target, allowWrites = false, gentle = false }: AskingOptions,
): UnseenCause | undefined {
  if (effect === 'write' && !allowWrites) return because.writes
  if (isRisky && gentle) return { kind: 'gentle' }
  const members = missingMembers(needs, target)
  return members.length > 0 ? { kind: 'declaration', members } : undefined
}
