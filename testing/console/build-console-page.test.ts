import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildConsolePage, type ConsolePage } from './build-console-page.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let page: ConsolePage

beforeAll(async () => {
  page = await buildConsolePage()
})

it('is one file of at most 80 KB, gzipped, with one script and one style', () => {
  expect(gzipSync(page.html).length).toBeLessThan(80_000)
  expect(page.html.match(/<script\b/g)).toHaveLength(1)
  expect(page.html.match(/<\/script/gi)).toHaveLength(1)
  expect(page.html.match(/<style\b/g)).toHaveLength(1)
})

it('is only a client of the control API: it has no code of the emulator', () => {
  const modules = page.modules.map((id) => relative(root, id.replaceAll('\0', '')))
  const others = modules.filter(
    (id) => !/^(?:emulator\/console\/|node_modules\/(?:preact|@preact)\/|rolldown)/.test(id),
  )
  expect(others).toEqual([])
})

it('evaluates no text as code, and loads nothing from elsewhere', () => {
  expect(page.html).not.toMatch(/\beval\(|\bnew Function\b|innerHTML="|document\.write/)
  const hosts = [...page.html.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host)
  expect([...new Set(hosts)].filter((host) => host !== 'www.w3.org' && !host!.endsWith('.example'))).toEqual([])
})
