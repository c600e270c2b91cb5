// The kit in other words, for tests that nothing but text depends on them. Import it first: it replaces the modules
// that make phrases and texts.
import { vi } from 'vitest'
import type * as exchanges from '../../conformance/wording/exchange-text.ts'
import type * as phrases from '../../conformance/conclusions/phrase.ts'
import type * as errors from '../../conformance/kit-error.ts'
import type * as texts from '../../conformance/report/text.ts'
import type * as bodies from '../../conformance/send/read-body.ts'
import type * as leftovers from '../../conformance/wording/leftover-text.ts'
import type * as wording from '../../conformance/wording/text.ts'

/**
 * The words that the kit uses: its own; one text for everything, so that texts cannot be told apart; or a new text each
 * time, so that no two are the same. Other words have no values between them.
 */
export type Words = 'own' | 'same' | 'unique'

const kit = vi.hoisted(() => {
  const state: { words: Words; texts: number } = { words: 'own', texts: 0 }
  const mark = '\u2053'
  const text = (): string => (state.words === 'same' ? mark : `${mark}${(state.texts += 1)}${mark}`)
  return {
    state,
    mark,
    /** A text of the kit, or another one. An empty text stays empty. */
    inWords: (original: string): string => (state.words === 'own' || original === '' ? original : text()),
    /** A phrase that has other words while the kit uses others: many phrases are made when a module is loaded. */
    phraseInWords(original: phrases.Phrase): phrases.Phrase {
      return {
        get words() {
          return state.words === 'own' ? original.words : [text()]
        },
        get values() {
          return state.words === 'own' ? original.values : []
        },
      }
    },
  }
})

vi.mock('../../conformance/conclusions/phrase.ts', async (original) => {
  const real = await original<typeof phrases>()
  return {
    ...real,
    phrase: (words, ...values) => kit.phraseInWords(real.phrase(words, ...values)),
    answer: (exchange) => kit.phraseInWords(real.answer(exchange)),
    json: (value) => kit.phraseInWords(real.json(value)),
    quoted: (value) => kit.phraseInWords(real.quoted(value)),
    someIds: (ids) => kit.phraseInWords(real.someIds(ids)),
  } satisfies typeof phrases
})

vi.mock('../../conformance/wording/text.ts', async (original) => {
  const real = await original<typeof wording>()
  return { ...real, messageOf: (statement) => kit.inWords(real.messageOf(statement)) } satisfies typeof wording
})

vi.mock('../../conformance/wording/exchange-text.ts', async (original) => {
  const real = await original<typeof exchanges>()
  return {
    ...real,
    answerText: (exchange) => kit.inWords(real.answerText(exchange)),
    exchangeLine: (exchange) => kit.inWords(real.exchangeLine(exchange)),
  } satisfies typeof exchanges
})

vi.mock('../../conformance/kit-error.ts', async (original) => {
  const real = await original<typeof errors>()
  class KitError extends real.KitError {
    constructor(code: errors.KitErrorCode, message: string, options?: ErrorOptions & { readonly option?: string }) {
      super(code, kit.inWords(message), options)
    }
  }
  return { ...real, KitError }
})

vi.mock('../../conformance/send/read-body.ts', async (original) => {
  const real = await original<typeof bodies>()
  return {
    ...real,
    readBody: async (...parameters) => {
      const { trouble, cutShort, ...body } = await real.readBody(...parameters)
      return {
        ...body,
        ...(trouble === undefined ? {} : { trouble: kit.inWords(trouble) }),
        ...(cutShort === undefined ? {} : { cutShort: kit.inWords(cutShort) }),
      }
    },
  } satisfies typeof bodies
})

vi.mock('../../conformance/wording/leftover-text.ts', async (original) => {
  const real = await original<typeof leftovers>()
  return { leftoverText: (leftover) => kit.inWords(real.leftoverText(leftover)) } satisfies typeof leftovers
})

vi.mock('../../conformance/report/text.ts', async (original) => {
  const real = await original<typeof texts>()
  const withoutMark = (printed: string, body: string, length: number | undefined): string =>
    printed === body && length === undefined ? printed : kit.inWords(printed)
  return {
    ...real,
    cut: (text, limit, length) => withoutMark(real.cut(text, limit, length), text, length),
    bodyText: (body, limit) => withoutMark(real.bodyText(body, limit), body.body, body.length),
  } satisfies typeof texts
})

/** Does some work in some words. */
export async function inWords<Value>(words: Words, work: () => Value | Promise<Value>): Promise<Value> {
  kit.state.words = words
  try {
    return await work()
  } finally {
    kit.state.words = 'own'
  }
}

/** Returns true if a text has words that are not those of the kit. */
export const isInOtherWords = (text: string): boolean => text.includes(kit.mark)

/** A text of the kit as it is now. */
export const worded = (text: string): string => kit.inWords(text)
