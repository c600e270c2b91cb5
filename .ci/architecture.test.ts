import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}ARCHITECTURE.md`, 'utf8')

it('names only paths that exist', () => {
  const paths = [...page.matchAll(/`((?:\.ci|bench|bin|conformance|emulator|fixtures|testing)\/[\w./-]*)`/g)].map(
    ([, path]) => path!,
  )
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
})

it('has about 25 words, each once', () => {
  const words = [...page.slice(page.indexOf('## Glossary')).matchAll(/^\| ([a-z][\w ,]*) \|/gm)].flatMap(([, cell]) =>
    cell!.split(', ').filter((word) => word !== 'word'),
  )
  expect(words.length).toBeGreaterThan(20)
  expect(words.length).toBeLessThan(35)
  expect(new Set(words).size).toBe(words.length)
})
