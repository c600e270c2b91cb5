import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { holdFile } from './file-lock.ts'

const directory = mkdtempSync(join(tmpdir(), 'emulator-test-'))
const file = join(directory, 'world.json')
const lock = `${file}.lock`
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const dead = spawnSync(process.execPath, ['-e', '']).pid
const since = '2026-03-01T12:00:00.000Z'
const left = (pid: number, host = hostname()) => {
  rmSync(lock, { force: true })
  holdFile(file)
  writeFileSync(lock, JSON.stringify({ pid, host, since, token: 'theirs' }))
}
const held = () => JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; host: string }

it('says who holds the file, and leaves nothing behind', () => {
  const release = holdFile(file)
  expect(held()).toMatchObject({ pid: process.pid, host: hostname() })
  expect(readdirSync(directory)).toEqual(['world.json.lock'])
  release()
  expect(readdirSync(directory)).toEqual([])
})

it('refuses a file that a running process holds, and names it', () => {
  left(process.ppid)
  expect(() => holdFile(file)).toThrow(
    `${file} is held by process ${process.ppid} on ${hostname()}, since ${since}. Stop it, name another file, or`,
  )
  expect(held().pid).toBe(process.ppid)
  expect(readdirSync(directory)).toEqual(['world.json.lock'])
})

it('takes over the lock of a dead process, and not that of another machine', () => {
  left(dead)
  const release = holdFile(file)
  expect(held()).toMatchObject({ pid: process.pid, host: hostname() })
  release()
  expect(readdirSync(directory)).toEqual([])
  left(1, 'elsewhere')
  expect(() => holdFile(file)).toThrow('is held by process 1 on elsewhere')
})

it('holds no device', () => {
  holdFile('/dev/null')()
})
