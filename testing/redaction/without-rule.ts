// The redaction without one of its rules, to see that a test notices.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Redaction } from './canaries.ts'

const room = new URL('../../conformance/judge/redaction/', import.meta.url)
const files = ['forms', 'sorted-forms', 'redact', 'secrets', 'redacted-exchange'] as const

/** A rule: the text of its source, and what stands there without it. */
export type Rule = readonly [file: (typeof files)[number], source: string, without: string]

/** Every rule of the redaction. */
export const rules: readonly Rule[] = [
  ['forms', '[hexadecimal, base32, base64].flatMap', '[base32, base64].flatMap'],
  ['forms', '[hexadecimal, base32, base64].flatMap', '[hexadecimal, base64].flatMap'],
  ['forms', '[hexadecimal, base32, base64].flatMap', '[hexadecimal, base32].flatMap'],
  ['forms', 'firsts: [0, 1, 2, 3, 4]', 'firsts: [0]'],
  ['forms', 'firsts: [0, 2, 4]', 'firsts: [0]'],
  ['forms', '[units.flatMap((unit) => [unit & 255, unit >> 8]), ', '['],
  ['forms', ', units.flatMap((unit) => [unit >> 8, unit & 255])]', ']'],
  ['forms', '...[...encoded, ...inUrls]', '...[...encoded]'],
  ['forms', ", bare.replaceAll(' ', '+')", ''],
  ['forms', String.raw`, bare.replaceAll('\n', '')]`, ']'],
  ['forms', 'unescaped(text: string, depth = 5)', 'unescaped(text: string, depth = 1)'],
  ['forms', String.raw`(\r?\n(?<=[\w+/-]{20}\r?\n)(?=[\w+/-])|`, '('],
  ['forms', String.raw`|\r(?=\n))`, ')'],
  ['forms', ".replaceAll('İ', 'I').toLowerCase()", ''],
  ['forms', String.raw`\\+(?:u([\da-f]{4})|`, String.raw`\\+(?:u(\d{9})|`],
  ['forms', String.raw`|%(?:25)*[\da-f]{2})`, ')'],
  ['forms', String.raw`(%(?:25)*[c-f][\da-f](?:%(?:25)*[89ab][\da-f]){1,3}|`, '('],
  ['forms', '#x([\\da-f]{1,6})', '#x(\\d{9})'],
  ['forms', '#(\\d{1,7})', '#(\\d{9})'],
  ['forms', '(amp|lt|gt|quot|apos)', '(none)'],
  ['forms', '&(?:amp;)*', '&'],
  ['redact', 'text.slice(0, half), ', ''],
  ['redact', ', text.slice(-half)', ''],
  ['redact', 'const isHead = () => ', 'const isHead = () => false && '],
  ['redact', 'return isCut || ', 'return '],
  ['redact', 'words.has(name.toLowerCase()) ? name : this.text(name)', 'name'],
  ['redact', 'value.map((item: unknown) => this.value(item, deepest - 1))', 'value'],
  ['redact', 'this.text(url.slice(origin.length))', 'url.slice(origin.length)'],
  ['secrets', "[oauth?.clientSecret, 'client_secret'],", ''],
  ['secrets', "[token, 'token'],", ''],
  ['secrets', "[integrationToken, 'integration_token'],", ''],
  ['secrets', "[apiKey, 'API_KEY'],", ''],
  ['secrets', "[key?.username ? undefined : dsn, 'DSN'],", ''],
  ['secrets', "[decodeURIComponent(key?.username ?? ''), 'DSN_key'],", ''],
  ['secrets', "[decodeURIComponent(key?.password ?? ''), 'DSN_key'],", ''],
  ['secrets', "[decodeURIComponent(password), 'password'],", ''],
  ['secrets', '(tellingHeader.test(name))', '(false)'],
  ['secrets', String.raw`.replace(/^\w+ /, '')`, ''],
  ['secrets', 'if (tokens.test(name)) return name', ''],
  ...['^(?:client_?)?secret$|', '|^token$', '|^api_?key$', '|^password$'].map((part): Rule => [
    'secrets',
    part,
    part.startsWith('^') ? '' : '|^none$',
  ]),
  ...['secret|token', 'value', 'key', 'plain', 'bearer'].map((part): Rule => [
    'secrets',
    'const likeSecret = /secret|token|value|key|plain|bearer/i',
    `const likeSecret = /${'secret|token|value|key|plain|bearer'.replace(part, 'none')}/i`,
  ]),
  ['secrets', "? 'state_code' : undefined", '? undefined : undefined'],
  ['secrets', 'redactor.learn(codeIn(member), mark)', 'redactor.learn(member, mark)'],
  ['redacted-exchange', 'redactor.address(url)', 'url'],
  ['redacted-exchange', 'redactor.value({ headers: headersWithoutCookies(headers), body })', '{ headers, body }'],
  [
    'redacted-exchange',
    'redactor.value({ headers: headersWithoutCookies(response.headers), json: response.json })',
    '{}',
  ],
  ['redacted-exchange', "/^(?:set-)?cookie2?$/i.test(name) ? '<cookie>' : value", 'value'],
  ['redacted-exchange', 'isReadable ? redactor.text(text) :', 'isReadable ? text :'],
  ['redacted-exchange', 'const isReadable = !isUnreadable(text)', 'const isReadable = true'],
]

/** Opens the redaction with a rule left out. The source of the rule must stand in the file. */
export async function withoutRule([file, source, without]: Rule): Promise<Redaction> {
  const directory = mkdtempSync(join(tmpdir(), 'redaction-'))
  try {
    const at = (name: string) => join(directory, name)
    mkdirSync(at('changed'))
    for (const name of files) {
      const text = readFileSync(new URL(`${name}.ts`, room), 'utf8')
      if (name === file && !text.includes(source))
        throw new Error(
          `conformance/judge/redaction/${file}.ts no longer has ${JSON.stringify(source)}; name the rule anew`,
        )
      const changed = name === file ? text.replace(source, () => without) : text
      const beside = changed.replaceAll(
        /from '(\.\.\/[^']+)'/g,
        (_, path: string) => `from '${new URL(path, room).href}'`,
      )
      writeFileSync(at(`changed/${name}.ts`), beside)
    }
    const load = (name: string) =>
      import(/* @vite-ignore */ pathToFileURL(at(`changed/${name}.ts`)).href) as Promise<unknown>
    return {
      redact: (await load('redact')) as Redaction['redact'],
      secrets: (await load('secrets')) as Redaction['secrets'],
      exchanges: (await load('redacted-exchange')) as Redaction['exchanges'],
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
