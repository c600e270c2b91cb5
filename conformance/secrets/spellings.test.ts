import { expect, it } from 'vitest'
import { Redactor } from './redact.ts'
import { addTargetSecrets } from './secrets.ts'

const characters = (text: string) => [...text]
const hex = (text: string, width = 2) => text.charCodeAt(0).toString(16).padStart(width, '0')
const every = (spell: (character: string) => string) => (text: string) => characters(text).map(spell).join('')

/** Ways in which a target may write a secret so that a reader can still tell it. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'percent-encoded letters': every((one) => `%${hex(one)}`),
  'percent-encoded in capitals': every((one) => `%${hex(one).toUpperCase()}`),
  'percent-encoded twice': every((one) => `%25${hex(one)}`),
  'percent-encoded ten times': every((one) => `%${'25'.repeat(9)}${hex(one)}`),
  'one letter percent-encoded': (text) => `${text.slice(0, 3)}%${hex(text[3]!)}${text.slice(4)}`,
  'escapes of JSON': every((one) => `\\u${hex(one, 4)}`),
  'escapes of JSON, escaped again': every((one) => `\\\\\\\\u${hex(one, 4)}`),
  'escapes of JavaScript': every((one) => `\\x${hex(one)}`),
  'escapes of JavaScript in braces': every((one) => `\\u{${hex(one)}}`),
  'octal escapes': every((one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`),
  'decimal entities': every((one) => `&#${one.charCodeAt(0)};`),
  'hexadecimal entities': every((one) => `&#x000${hex(one)};`),
  'entities in capitals without an end': every((one) => `&#X${hex(one).toUpperCase()}`),
  'escaped entities': every((one) => `&amp;amp;#${one.charCodeAt(0)};`),
  'named entities between letters': (text) => characters(text).join('&shy;'),
  'entities of mathematical letters': every((one) => (/[a-z]/.test(one) ? `&${one}opf;` : one)),
  'entities in JSON in a URL': every((one) => encodeURIComponent(`\\u0026#${one.charCodeAt(0)};`)),
  'tags between letters': (text) => characters(text).join('<wbr class="x">'),
  'comments between letters': (text) => characters(text).join('<!-- x -->'),
  hexadecimal: every((one) => hex(one)),
  'hexadecimal in capitals': every((one) => hex(one).toUpperCase()),
  'spaced hexadecimal': (text) =>
    characters(text)
      .map((one) => hex(one))
      .join(' '),
  'hexadecimal of a program': (text) =>
    characters(text)
      .map((one) => `0x${hex(one)}`)
      .join(', '),
  'a list of codes': (text) => JSON.stringify(characters(text).map((one) => one.charCodeAt(0))),
  'a list of characters': (text) => JSON.stringify(characters(text)),
  base64: (text) => btoa(text),
  'base64 behind one character': (text) => btoa(`x${text}yz`),
  'base64 behind two characters': (text) => btoa(`xy${text}z`),
  'base64 in lines': (text) => btoa(text).replaceAll(/.{8}/g, '$&\r\n'),
  'base64 of base64': (text) => btoa(btoa(`x${text}`)),
  'base64 of a URL': (text) => btoa(every((one) => `%${hex(one)}`)(text)),
  'base64 of hexadecimal': (text) => btoa(every((one) => hex(one))(text)),
  'hexadecimal of base64': (text) => every((one) => hex(one))(btoa(text)),
  reversed: (text) => characters(text).reverse().join(''),
  'reversed in capitals': (text) => characters(text.toUpperCase()).reverse().join(''),
  capitals: (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  spaced: (text) => characters(text).join(' '),
  dashed: (text) => characters(text).join('-'),
  dotted: (text) => characters(text).join('.'),
  'in groups': (text) => text.replaceAll(/.{4}/g, '$&-'),
  'in lines': (text) => characters(text).join('\\n'),
  'with nothing visible between': (text) => characters(text).join('\u200B'),
  'with NUL between': (text) => characters(text).join('\0'),
  'full-width': every((one) => (/[!-~]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one)),
  'with accents': every((one) => `${one}\u0301`),
  'quoted-printable': every((one) => `=${hex(one).toUpperCase()}`),
}

const secrets = {
  token: 'pat_5KpQmXw81LbRz7TnVc3H',
  client_secret: 'correct-horse-battery',
  API_KEY: '0f8fad5b-d9cb-469f-a165-70867728950e',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
}

function redactorOf(given: Readonly<Record<string, string>>): Redactor {
  const redactor = new Redactor()
  for (const [name, secret] of Object.entries(given)) redactor.add(secret, name)
  return redactor
}

it.each(Object.entries(spellings))('hides a secret in any spelling: %s', (_name, spell) => {
  for (const [name, secret] of Object.entries(secrets))
    for (const around of ['', '"', ' and ', '/']) {
      const shown = redactorOf(secrets).text(`before ${around}${spell(secret)}${around} behind`)
      expect(shown).toContain(`<${name}>`)
      // What is left of an encoding are at most the ends that it shares with the texts beside it.
      const rest = shown
        .replace(/^before /, '')
        .replace(/ behind$/, '')
        .replaceAll(/<[^<>]*>/g, '')
      expect(
        rest.replaceAll(around, '').replace(/^[\w=%/\\[]{0,4}|[\w=\]"\r\n]{0,6}$/g, '').length,
        shown,
      ).toBeLessThan(8)
    }
})

it('hides either half of a secret, in any place and case', () => {
  const redactor = redactorOf(secrets)
  for (const secret of [secrets.token, secrets.API_KEY, secrets.jwt]) {
    const half = Math.ceil(secret.length / 2)
    for (const part of [secret.slice(0, half), secret.slice(half)])
      for (const text of [part, part.toUpperCase(), [...part].reverse().join(''), encodeURIComponent(part)])
        expect(redactor.text(`{"first":"${text}","rest":1}`)).not.toContain(text)
  }
})

it('hides the second half of a DSN, and leaves its host and the id of its project', () => {
  const redactor = new Redactor()
  const id = '2rFUBOcdFhipGcFiVyOoNqKKXn9'
  const dsn = `https://BzX3gIXVw9UmQoNGDhzEkPbzJbhmPhjR@ingest.example:8443/${id}`
  addTargetSecrets({ baseUrl: 'https://a.example', credentials: { dsn } }, redactor)
  for (let at = 8; at < dsn.indexOf(id) - 4; at++) {
    const second = dsn.slice(at)
    expect(redactor.text(`a ${second} b`), second).not.toContain(second.slice(0, 12))
  }
  const address = `https://a.example/0/projects/${id}/groups/ at ingest.example`
  expect(redactor.text(address)).toBe(address)
})

it('leaves ordinary words, ids and numbers, whatever the secrets are', () => {
  const redactor = redactorOf({ ...secrets, short: 'hunter2', word: 'tenant', pin: '834921' })
  for (const text of [
    'the correct horse, and a battery',
    'hunters 2, hunter 2nd, ten antelopes, tenet',
    '2rHt2Okh4RUnlKcuUyeAJjTsJzW and prj_2rHt2Okh4RUnlKcuUyeAJjTsJzW',
    '2026-11-22T10:50:17.343Z, 8349, 21 requests, 834 921 bytes',
    '{"data":[{"id":"3MSaGutDy5kfyh63ET0lh0WuMLn","name":"Handcrafted & Sons"}],"has_more":true}',
    'sha256:0f8fad5bd9cb469e9a165aa0867728950',
    '100%25 of 50%, a&b; c\\d, <b>bold</b>',
  ])
    expect(redactor.text(text)).toBe(text)
})

it('does not show what it cannot read', () => {
  let text = 'pat_5KpQmXw81LbRz7TnVc3H'
  for (let layer = 0; layer < 6; layer++)
    text = layer % 2 === 0 ? text.replaceAll(/[^%&#;]/g, (one) => `&#${one.charCodeAt(0)};`) : encodeURIComponent(text)
  expect(redactorOf(secrets).text(text)).toMatch(/^(?:<token>|\(not shown: )/)
})
