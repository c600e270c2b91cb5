import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'
import { secretsOf } from '../../testing/emulator/secrets-of.ts'
import { ask } from '../../testing/suite/ask.ts'
import { Redactor } from './redactor.ts'

const spellings: readonly (readonly [string, (secret: string) => string])[] = [
  ['percent-encoded', (secret) => [...secret].map((one) => `%${hex(one)}`).join('')],
  ['percent-encoded here and there', (secret) => secret.replaceAll(/[aeiou3-6]/gi, (one) => `%${hex(one)}`)],
  ['percent-encoded twice', (secret) => [...secret].map((one) => `%25${hex(one).toUpperCase()}`).join('')],
  ['in hexadecimal', (secret) => [...secret].map(hex).join('')],
  ['in hexadecimal with colons', (secret) => [...secret].map(hex).join(':').toUpperCase()],
  ['in decimal codes', (secret) => [...secret].map((one) => one.charCodeAt(0)).join(', ')],
  ['as HTML entities', (secret) => [...secret].map((one) => `&#${one.charCodeAt(0)};`).join('')],
  ['as hexadecimal HTML entities', (secret) => [...secret].map((one) => `&#x${hex(one)}`).join('')],
  ['as escapes of a string', (secret) => [...secret].map((one) => `\\u00${hex(one)}`).join('')],
  ['as other escapes', (secret) => [...secret].map((one) => `\\x${hex(one)}`).join('')],
  ['reversed', (secret) => [...secret].reverse().join('')],
  ['in upper case', (secret) => secret.toUpperCase()],
  ['in lower case', (secret) => secret.toLowerCase()],
  ['spaced', (secret) => [...secret].join(' ')],
  ['dashed', (secret) => secret.replaceAll(/.{4}/g, '$&-')],
  ['dotted and reversed', (secret) => [...secret.toUpperCase()].reverse().join('.')],
  ['full-width', (secret) => secret.replaceAll(/[0-9a-z]/gi, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))],
  ['in base64', (secret) => btoa(secret)],
  ['in base64 behind a letter', (secret) => btoa(`x${secret}`)],
  ['in base64 behind two letters', (secret) => btoa(`xx${secret}`)],
  ['as its first half', (secret) => secret.slice(0, Math.ceil(secret.length / 2))],
  ['as its second half', (secret) => secret.slice(Math.floor(secret.length / 2))],
]
const hex = (character: string) => character.charCodeAt(0).toString(16)

it.each(spellings)('hides secrets that are written %s', async (_how, spell) => {
  const emulator = createEmulator({ clock: '2026-03-01' })
  const secrets = (await secretsOf(emulator))
    .filter((secret) => !secret.startsWith('https:'))
    .map((secret) => secret.replace(/^(?:acc|ref|pat)_/, ''))
  emulator.requests.clear()
  for (const secret of secrets) {
    const spelt = spell(secret)
    await ask(emulator, 'GET', `/1.13/flows?search=${encodeURIComponent(spelt)}&${encodeURIComponent(spelt)}=1`)
    await ask(emulator, 'GET', `/1.13/flows/${encodeURIComponent(spelt)}`, {
      headers: { 'x-note': encodeURIComponent(spelt) },
    })
    await ask(emulator, 'POST', '/1.13/projects', { json: { name: `see ${spelt} there`, [spelt]: [spelt] } })
  }
  const shown = [JSON.stringify(emulator.requests.find()), JSON.stringify(emulator.requests.unread())].join('')
  for (const [index, secret] of secrets.entries()) {
    const spelt = spell(secret)
    for (const text of [spelt, encodeURIComponent(spelt), JSON.stringify(spelt).slice(1, -1)])
      for (const part of [text, text.slice(0, text.length / 2), text.slice(text.length / 2)])
        if (!part.includes('platform-data.invalid'))
          expect([index, part, shown.includes(part)]).toEqual([index, part, false])
  }
})

it.each<[string, (length: number) => string]>([
  ['one word behind an emoji', (length) => `😀${'x'.repeat(length)}`],
  ['one word', (length) => 'x'.repeat(length)],
  ['words of every length', (length) => 'aB1_'.repeat(length / 4)],
  ['underscores', (length) => '_'.repeat(length)],
  ['prefixes', (length) => 'pat_'.repeat(length / 4)],
  ['percent signs', (length) => '%25'.repeat(length / 3)],
  ['nested percent-encoding', (length) => `%${'25'.repeat(length / 2)}`],
  ['backslashes', (length) => '\\'.repeat(length)],
  ['open escapes', (length) => '\\u{1'.repeat(length / 4)],
  ['ampersands', (length) => '&#1'.repeat(length / 3)],
  ['zeros of an entity', (length) => `&#${'0'.repeat(length)}`],
  ['ellipses', (length) => 'abcdefghijkl…'.repeat(length / 13)],
  ['a secret, spread out', (length) => [...createEmulator().credentials.token].join(' '.repeat(length / 50))],
  ['secrets', (length) => createEmulator().credentials.token.repeat(length / 40)],
])('takes twice the steps for twice the text, given %s', (_what, make) => {
  const stepsOf = (length: number) => {
    const redactor = new Redactor(createEmulator().credentials)
    const text = make(length)
    redactor.text(text)
    redactor.json({ [text]: [text] })
    return redactor.steps
  }
  const [some, twice] = [stepsOf(30_000), stepsOf(60_000)]
  expect(twice / some).toBeLessThan(2.2)
  expect(twice / 60_000).toBeLessThan(60)
})

it('lists 20 unread names of a request, and how many more there are', async () => {
  const emulator = createEmulator({ clock: '2026-03-01' })
  const names = Array.from({ length: 4203 }, (_, index) => `n${index}`)
  await ask(emulator, 'GET', `/1.13/flows?${names.map((name) => `${name}=1`).join('&')}`)
  const unread = emulator.requests.unread()
  expect([unread.length, unread[19]!.name, unread[20]!.name]).toEqual([21, 'n19', '(and 4,183 more)'])
})
