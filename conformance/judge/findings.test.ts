import { expect, it } from 'vitest'
import { phrase } from '../conclusions/phrase.ts'
import { Findings } from './findings.ts'

it('keeps the first finding of a name, sorts them, and lets no check read words', () => {
  const findings = new Findings({})
  findings.describe('lag', phrase`up to ${1} s`)
  findings.describe('lag', phrase`up to ${2} s`)
  findings.learn('envelope', 'data')
  findings.learn('envelope', 'items')
  expect(findings.all()).toEqual([
    ['envelope', { value: 'data' }],
    ['lag', { words: phrase`up to ${1} s` }],
  ])
  expect([findings.get('envelope'), findings.get('lag'), findings.get('other')]).toEqual(['data', undefined, undefined])
})

it('lets a pinned value stay, whatever is found or described', () => {
  const findings = new Findings({ envelope: 'records', lag: 'none' })
  findings.learn('envelope', 'data')
  findings.describe('lag', phrase`up to ${1} s`)
  expect(findings.all()).toEqual([
    ['envelope', { value: 'records' }],
    ['lag', { value: 'none' }],
  ])
  expect(findings.get('envelope')).toBe('records')
})
