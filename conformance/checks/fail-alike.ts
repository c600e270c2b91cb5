import { fail } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { answer, type Phrase, phrase } from '../conclusions/phrase.ts'

/** @throws Conclusion `fail` for two equal answers that must differ. */
export function failAlike(expected: Phrase, { other, at }: { readonly other: Exchange; readonly at: Exchange }): never {
  fail({ expected, got: phrase`the same: ${answer(at)}`, fact: { kind: 'alike', other, at } })
}
