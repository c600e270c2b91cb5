// The rule by which a wrong filter or a wrong search finds too much, told by the texts that it takes.
import { andList, json, type Phrase, phrase } from '../../conclusions/phrase.ts'

/** A rule by which a wrong filter, or a wrong search, finds too much. */
export interface Rule {
  /** Texts by which it also finds a value, the plainest first. A run sends the text of each rule that has only one. */
  readonly texts: readonly (string | undefined)[]
  /** In words: "brand ignores case". */
  readonly words: Phrase
  readonly remedy?: Phrase
  /** The kind of its texts: "in another case". Texts of no kind are quoted. */
  readonly group?: Phrase
  /**
   * Where a run sends its text, if not on all pages of all filters: on one page, as other texts tell the rule too; on
   * one page of the first filter, as all share that code; for that filter without other parameters; or by other code.
   */
  readonly sent?: 'onePage' | 'firstFilter' | 'alone' | 'elsewhere' | undefined
}

/** Rules with the same kind of texts. */
export interface RuleGroup extends Pick<Rule, 'group' | 'remedy'> {
  readonly rules: readonly Omit<Rule, 'group'>[]
}

/** The rules of some groups, without the texts that are right. */
export function toRules(groups: readonly RuleGroup[], isRight: (text: string) => boolean): readonly Rule[] {
  const unlessRight = (text = '') => (text.trim() === '' || isRight(text) ? undefined : text)
  return groups.flatMap(({ rules, ...group }) =>
    rules.map((rule) => ({ ...group, ...rule, texts: rule.texts.map(unlessRight) })),
  )
}

/** The rules whose texts a run sends, with the text. */
export const sentRules = (rules: readonly Rule[]): readonly (Rule & { readonly text: string })[] =>
  rules.flatMap((rule) => {
    const [text, ...others] = rule.texts
    return text === undefined || others.length > 0 || rule.sent === 'elsewhere' ? [] : [{ ...rule, text }]
  })

/** The first texts of some kinds, of which the first are the likeliest. */
export const likeliestTexts = <Sent extends Rule>(sent: readonly Sent[], kinds: number): readonly Sent[] =>
  [...Map.groupBy(sent, ({ group }) => group).values()].slice(0, kinds).map(([first]) => first!)

/** The texts that are accepted and refused, and the rule that explains them. */
export interface RuleFinding {
  /** The first rule that agrees with all of them. */
  readonly rule: Rule | undefined
  /** The plainest text that the rule matches. */
  readonly text: string
  readonly taken: readonly string[]
  readonly refused: readonly string[]
  /**
   * The refused texts in words: those of the kind of a text that is taken are quoted, the other kinds are named. The
   * texts that are taken, beside the plainest.
   */
  readonly right: readonly Phrase[]
  readonly wrong: readonly Phrase[]
}

/** A text by which a wrong filter finds a value, and the rules that may be why. */
interface MisreadText {
  readonly name: string
  readonly value: string
  readonly rules: readonly Rule[]
  readonly wrong: string
}

/**
 * Finds the rule by which a wrong text is matched, by further texts.
 * @param isTaken Resolves to undefined if the answer does not tell.
 */
export async function findRule(
  { name, value, rules, wrong }: MisreadText,
  isTaken: (text: string) => Promise<boolean | undefined>,
): Promise<RuleFinding> {
  const about = rules.filter(({ texts }) => texts.includes(wrong))
  const texts = new Set([wrong, ...[...about, ...sentRules(rules)].flatMap((rule) => rule.texts)])
  const tried = await Promise.all(
    [...texts].map(async (text = wrong) => ({ text, is: text === wrong || (await isTaken(text)) })),
  )
  const textsThat = (wanted: boolean) => [...new Set(tried.flatMap(({ text, is }) => (is === wanted ? text : [])))]
  const [taken, refused] = [textsThat(true), textsThat(false)]
  const rule = about.find((each) => each.texts.every((text = wrong) => taken.includes(text)))
  const text = rule?.texts.find((each) => each !== undefined) ?? wrong
  const groupOf = (each: string) => rules.findLast((other) => other.group && other.texts.includes(each))?.group
  const acceptedGroups = new Set(taken.map(groupOf)).add(undefined)
  const named = new Set(refused.flatMap((each) => groupOf(each) ?? []).filter((group) => !acceptedGroups.has(group)))
  const quoted = refused.filter((each) => acceptedGroups.has(groupOf(each))).slice(0, mostTexts)
  return {
    rule,
    text,
    taken,
    refused,
    right: [
      ...quotedTexts(name, quoted),
      ...(named.size === 0 ? [] : [phrase`with ${name}=${json(value)} ${andList([...named])}`]),
    ],
    wrong: quotedTexts(
      name,
      taken.filter((each) => each !== text),
    ),
  }
}

/** The most texts that are quoted. */
const mostTexts = 5

/** Values of a filter, in words. */
function quotedTexts(name: string, texts: readonly string[]): readonly Phrase[] {
  return texts.length === 0 ? [] : [phrase`with ${name}=${andList(texts.map(json), mostTexts)}`]
}
