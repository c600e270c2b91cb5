// Answers of a service beside those of the emulator, as the control API tells them.
import type { Reason } from '../reasons.ts'

/** The form of an answer, without its values. */
export interface AnswerShape {
  readonly status: number
  /** Empty without a body. */
  readonly mediaType: string
  /** The types of each member, by its path. */
  readonly members: Readonly<Record<string, readonly string[]>>
  readonly relations: readonly string[]
  readonly allow: readonly string[]
}

/** One question, with both answers. */
export interface PairedAnswer {
  readonly question: string
  readonly request: string | null
  /** Null where the recording has none. */
  readonly service: AnswerShape | null
  /** Why the recording has no answer. */
  readonly whyNone: Reason | null
  /** Null where the emulator could not be asked. */
  readonly twin: AnswerShape | null
  readonly differences: readonly Reason[]
}

/** All questions. */
export interface PairedAnswers {
  readonly baseUrl: string
  readonly at: string
  readonly answers: readonly PairedAnswer[]
}

/** An answer in lines, one fact each. */
export function linesOf({ status, mediaType, members, relations, allow }: AnswerShape): readonly string[] {
  return [
    String(status),
    ...(mediaType === '' ? ['no body'] : [mediaType]),
    ...(allow.length === 0 ? [] : [`Allow: ${allow.join(', ')}`]),
    ...relations.map((relation) => `Link: ${relation}`),
    ...Object.entries(members).map(([path, types]) => `${path === '' ? 'body' : path}: ${types.join(' or ')}`),
  ]
}
