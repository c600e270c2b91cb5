// Finds phrases in comments and messages that no native engineer would write (CONTRIBUTING.md), as far as patterns can.
import { parseSync, Visitor } from 'oxc-parser'

/** Patterns of stiff English, with the words to write instead. */
const stiffPatterns: readonly (readonly [RegExp, string])[] = [
  [/(?<!\bleaves? [\w ]{1,20}|\bleft |\blet |\bby [\w' ]{1,40})\balone\b/, 'only, by itself'],
  [/\banew\b/, 'again'],
  [/\bstands? (?:in|for|at|behind|before|beside|there|here)\b/, 'is in, replaces, means'],
  [/\b(?:is|are|was|were|be) told\b(?! apart)/, 'is reported, is identified'],
  [/\btells (?:of|about|what|how|where|whether|which)\b/, 'shows, says'],
  [/^tells? (?!.*\bapart\b)/, 'reports, shows'],
  [/\bgo(?:es)? on\b/, 'continues'],
  [/(?<!\bsame )\bas of\b/, 'from, by'],
  [/\btakes? [^.,:;]{1,60} for (?:no|none|nothing|what (?:it|they))\b/, 'ignores, treats as'],
  [/(?<!\bnumber )\bof others\b/, 'of other, with its noun'],
  [/\b(?:of|most|up to|every|from|after|with) so many\b/, 'the number'],
  [/\b(?:it|that|this|which|they) (?:is|are) no (?!longer\b|more\b|matter\b|different\b)/, 'is not a'],
  [/\b(?:that|which|this) (?:is|are) none\b/, 'is not a'],
  [/\b(?:whoever|whichever|whosoever)\b/i, 'the noun'],
  [/\bwhich (?:it|they) (?:has|have) not\b/, 'does not have'],
  [/\b(?:is|are) dear\b/, 'is expensive'],
  [/\bmore nearly\b/, 'more specific'],
  [/(?:^|[.!?:] )(?:Whose|Whoever|The same for)\b/, 'the noun first'],
  [/^(?:What|Of (?:those|these|which|them|each|a|the))\b/, 'the noun first'],
  [/\bno such thing\b/, 'does not support'],
  [/^(?:Which|How (?:far|many|much|often))\b(?![^?]*\?)/, 'the noun first'],
  [/\b(?:answers?|reads?|sends?|writes?) otherwise\b/, 'in another way'],
  [/\b(?:is|are) not said\b(?! to\b)/, 'the specification does not say'],
  [/\bkinds? of things?\b/, 'kind of object'],
  [/\bone task after the other\b/, 'one at a time'],
]

/** The stiff phrases of a paragraph, each with the words to write instead. */
export function findStiffPhrases(paragraph: string): readonly string[] {
  return stiffPatterns.flatMap(([pattern, instead]) => {
    const found = pattern.exec(paragraph)?.[0].trim()
    return found === undefined ? [] : [`"${found}": write ${instead}`]
  })
}

/** The texts of a source with two spaces or more, which are messages, with the offset of each. */
export function readMessages(file: string, source: string): readonly (readonly [offset: number, text: string])[] {
  const messages: (readonly [number, string])[] = []
  const add = (offset: number, text: string) => / \S+ /.test(text) && messages.push([offset, text])
  new Visitor({
    Literal: ({ start, value }) => void (typeof value === 'string' && add(start, value)),
    TemplateLiteral: ({ start, quasis }) => void add(start, quasis.map(({ value }) => value.cooked).join('…')),
  }).visit(parseSync(file, source).program)
  return messages
}

/** The paragraphs of the comments in a source, without code and examples, with the offset of each comment. */
export function readComments(file: string, source: string): readonly (readonly [offset: number, text: string])[] {
  const comments: { start: number; end: number; type: string; value: string }[] = []
  for (const comment of parseSync(file, source).comments) {
    const last = comments.at(-1)
    // Line comments that follow each other are one text.
    if (last?.type === 'Line' && comment.type === 'Line' && source.slice(last.end, comment.start).trim() === '')
      Object.assign(last, { end: comment.end, value: `${last.value}\n${comment.value}` })
    else comments.push({ ...comment })
  }
  return comments.flatMap(({ start, value }) =>
    value
      .replaceAll(/^\s*\*+ ?/gm, '')
      .replaceAll(/@example[\s\S]*|`[^`]*`/g, '')
      .split(/\n\s*\n|\n(?=@|- )/)
      .map((paragraph) => [start, paragraph.replaceAll(/\s+/g, ' ').trim()] as const),
  )
}
