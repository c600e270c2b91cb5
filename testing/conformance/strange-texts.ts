// Texts that act on the program that shows them, and what programs take for an action.
import type { ReportDocument } from '../../conformance/report/document.ts'

/**
 * Each code point that is neither a letter nor unassigned, as texts of several code points. Lone surrogates are among
 * them, and some code points of private use and of none, as all of these are treated alike.
 */
export function otherThanLetters(most: number): readonly string[] {
  const characters = Array.from({ length: 0x11_00_00 }, (_none, code) => String.fromCodePoint(code)).filter(
    (character, code) => (/[\p{Cn}\p{Co}]/u.test(character) ? code % 4096 > 4092 : !/\p{L}/u.test(character)),
  )
  return Array.from({ length: Math.ceil(characters.length / most) }, (_none, index) =>
    characters
      .slice(index * most, (index + 1) * most)
      // With words and digits before and after it, it could begin a mention, a reference or a command.
      .map((character) => ` ${character}1 a${character}b${character}`)
      .join(''),
  )
}

/** Characters that no report shows: each could hide something, end a line or change what is next to it. */
export const unseenCharacter: RegExp = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Texts that programs act on. */
export const activeTexts: readonly string[] = [
  '::error::pwned',
  ' \n::set-output name=a::b',
  '##[command]rm',
  '##[error]pwned',
  '##vso[task.setvariable variable=a]b',
  '##teamcity[testFailed]',
  '\u001B[2J\u001B]52;c;cHduZWQ=\u0007',
  '\u009B2J\u009D52;c;cHduZWQ=\u009C',
  'www.evil.example',
  'WWW.evil.example/?a=b',
  'see https://evil.example/a',
  'ftp://evil.example and ssh://evil.example',
  'mailto:a@evil.example',
  'someone@evil.example',
  '@someone and @org/team',
  '#1 org/repo#2 GH-3 gh-4 !5',
  'deadbeefcafe 0123456789abcdef0123456789abcdef01234567 org/repo@1234567',
  ':tada: :+1:',
  '$x$ $$y$$',
  '<b>bold</b> <img src=x onerror=alert(1)> <!-- hidden -->',
  '&amp; &lt;b&gt; &#64;someone &commat;someone &#x40;a',
  '**bold** __bold__ _soft_ *soft* ~~gone~~ `code` ``` code ```',
  '[text](https://evil.example) ![image](https://evil.example/x.png) [^1] [[page]]',
  '# heading',
  '- item',
  '1. item',
  '1) item',
  '> quote',
  '=== | --- | a | b |',
  '---',
  '    code',
  '\\',
  '" autofocus onfocus="alert(1)',
  "'; touch pwned; '",
  ']]> </pre></script></details></summary>',
  '# SKIP this',
  'Bail out! now',
  'ok 1 - pwned',
  'a\u2028b\u2029c\u0085d\u000Be\rf\r\ng\nh',
  '\u202Eevil\u2066\u2069\u061C\u200E\u200F\uFEFF',
  '\uD800 \uDC00 \uDC00\uD800',
]

/** The command that a line of output gives a runner of GitHub, Azure or TeamCity; undefined for none. */
export function findRunnerCommand(line: string): string | undefined {
  return /^\s*::[^:]*::/.exec(line)?.[0] ?? /##\w*\[/.exec(line)?.[0]
}

/**
 * The links that GitHub and GitLab make in a text of a page, outside of code: mentions, references, commits and emoji;
 * undefined for nothing.
 */
export function findPageLink(text: string): string | undefined {
  const links = [
    /@[a-z\d]/i,
    /#\d/,
    /\bGH-\d/i,
    /!\d/,
    /:[\w+-]+:/,
    /\b[\da-f]{7,40}\b/i,
    /www\.[\w-]+/i,
    /\w:\/\//,
    /\$.+\$/,
    /~\w/,
  ]
  return links.map((link) => link.exec(text)?.[0]).find((found) => found !== undefined)
}

/** Members of a document that choose how it is shown, and are no text. */
const choices = new Set(['kind', 'tone', 'outcome', 'anchor', 'anchors', 'label', 'clause'])

/** A document in which each text is another one. */
export function replaceEachText(document: ReportDocument, text: string): ReportDocument {
  return replaceTextsDeep(document, text) as ReportDocument
}

function replaceTextsDeep(value: unknown, text: string, name = ''): unknown {
  if (typeof value === 'string') return choices.has(name) ? value : text
  if (Array.isArray(value)) return value.map((item) => replaceTextsDeep(item, text, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      name === 'headers' ? text : key,
      replaceTextsDeep(member, text, key),
    ]),
  )
}
