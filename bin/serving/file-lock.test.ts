import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
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
const left = (pid: number, host = hostname(), more: object = {}) => {
  rmSync(lock, { force: true })
  holdFile(file)
  writeFileSync(lock, JSON.stringify({ pid, host, since, token: 'theirs', ...more }))
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

it.each([
  ['of a dead process', () => left(dead)],
  ['of a container that was restarted, with the same name and process number', () => left(process.pid)],
  ['that is no lock', () => writeFileSync(lock, '{')],
  [
    'of another machine that nobody has touched for a minute',
    () => {
      left(1, 'elsewhere')
      utimesSync(lock, 1000, 1000)
    },
  ],
])('takes over a lock %s', (_which, leave) => {
  holdFile(file)()
  leave()
  const release = holdFile(file)
  expect(held()).toMatchObject({ pid: process.pid, host: hostname() })
  release()
  expect(readdirSync(directory)).toEqual([])
})

it.skipIf(!existsSync('/proc/self/stat'))(
  'takes over the lock of a killed process whose number another process was given',
  () => {
    const parent = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    left(process.ppid, hostname(), { began: parent.slice(parent.lastIndexOf(')')).split(' ')[20] })
    expect(() => holdFile(file)).toThrow(`is held by process ${process.ppid}`)
    left(process.ppid, hostname(), { began: '7' })
    holdFile(file)()
    expect(readdirSync(directory)).toEqual([])
  },
)

it('refuses a file that another machine holds', () => {
  left(1, 'elsewhere')
  expect(() => holdFile(file)).toThrow('is held by process 1 on elsewhere')
})

it('does not release a lock that another process has taken over', () => {
  const release = holdFile(file)
  left(process.ppid)
  release()
  expect(held().pid).toBe(process.ppid)
})

it('holds no device', () => {
  holdFile('/dev/null')()
})
