import { expect, it } from 'vitest'
import { refusalTemplate } from './refusal-form.ts'

const allowed = ['active', 'archived']

/** The template of the refusal of an enum value and two others. */
const inferRefusalForm = (ofEnum: unknown, first: unknown, second: unknown) =>
  refusalTemplate(
    [
      { status: 400, body: ofEnum },
      { status: 404, body: first },
      { status: 401, body: second },
    ],
    allowed,
  )

it.each<readonly [string, readonly [unknown, unknown, unknown], unknown]>([
  [
    'one body for the enum value and another for the rest',
    [{ status: ['"x" is not one of active | archived.'] }, { detail: 'no such id' }, { detail: 'who are you' }],
    { status: { $when: '$allowed', $value: ['one of $allowed'] }, detail: { $unless: '$allowed', $value: '$message' } },
  ],
  [
    'an item for each value, behind those of all refusals',
    [['is not known', 'allowed: active', 'allowed: archived'], ['no such id'], ['who are you']],
    ['$message', { $each: '$allowed', $value: 'allowed: $option' }],
  ],
  [
    'a text that lists the values',
    ['Not known: use active, archived', 'No such id', 'Who are you'],
    '$message $allowed',
  ],
])('finds the template of %s', (_what, [ofEnum, first, second], template) => {
  expect(inferRefusalForm(ofEnum, first, second)).toEqual({ template, unexplained: [] })
})

it('escapes members of a service that look like directives', () => {
  const body = (more: object) => ({ $when: 'text here', $each: [1].slice(1), ...more })
  expect(inferRefusalForm(body({ options: allowed }), body({}), body({})).template).toEqual({
    $$when: 'text',
    $$each: [],
    options: '$allowed',
  })
})

it('names members that no template explains', () => {
  expect(inferRefusalForm({ a: { options: allowed } }, { a: 'text' }, { a: 1 }).unexplained).toEqual(['a'])
})
