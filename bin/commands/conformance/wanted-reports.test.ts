import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { reportFormats } from '../../../conformance/report/format-list.ts'
import { assertApart, wantedReports, writeEach } from './wanted-reports.ts'
import { writeWhole } from '../../write-whole.ts'

const directory = mkdtempSync(join(tmpdir(), 'conformance-reports-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const at = (...names: string[]) => join(directory, ...names)

it('refuses to write a report over the baseline', () => {
  const reports = wantedReports([`json=${at('known.json')}`], reportFormats)
  expect(() => assertApart(reports, at('known.json'))).toThrow('use another file for the report')
  assertApart(reports, at('other.json'))
  assertApart(reports, undefined)
})

it('writes the reports behind one that cannot be written, and then tells the first trouble', () => {
  const written: string[] = []
  const write = (name: string) => {
    if (name.startsWith('bad')) throw new Error(`cannot write ${name}`)
    written.push(name)
  }
  expect(() => writeEach(['a', 'bad 1', 'b', 'bad 2', 'c'], write)).toThrow('cannot write bad 1')
  expect(written).toEqual(['a', 'b', 'c'])
})

it('writes to a pipe without replacing it', () => {
  const pipe = at('pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  writeWhole(pipe, 'a report')
  const read = Buffer.alloc(64)
  expect(read.toString('utf8', 0, readSync(reader, read))).toBe('a report')
  closeSync(reader)
  expect(statSync(pipe).isFIFO()).toBe(true)
})

it('writes to the target of a link, and keeps the link', () => {
  mkdirSync(at('elsewhere'))
  writeFileSync(at('elsewhere', 'latest.json'), 'the old one')
  symlinkSync(at('elsewhere', 'latest.json'), at('latest.json'))
  writeWhole(at('latest.json'), 'the new one')
  expect(lstatSync(at('latest.json')).isSymbolicLink()).toBe(true)
  expect(readFileSync(at('elsewhere', 'latest.json'), 'utf8')).toBe('the new one')
  expect(readdirSync(at('elsewhere'))).toEqual(['latest.json'])
})

it('refuses two reports in one file, however its path is written', () => {
  writeFileSync(at('one.json'), '')
  symlinkSync(at('one.json'), at('two.json'))
  const twice = (left: string, right: string) => () => wantedReports([`json=${left}`, `junit=${right}`], reportFormats)
  expect(twice(at('new.json'), at('new.json'))).toThrow('twice')
  expect(twice(at('new.json'), relative(process.cwd(), at('new.json')))).toThrow('twice')
  expect(twice(at('new.json'), `${directory}/./new.json`)).toThrow('twice')
  expect(twice(at('one.json'), at('two.json'))).toThrow('twice')
  expect(wantedReports([`json=${at('new.json')}`, `junit=${at('new.xml')}`], reportFormats)).toHaveLength(3)
})

it('creates the directories of a report, and fails at once when it cannot', () => {
  expect(wantedReports([`json=${at('a', 'b', 'c.json')}`], reportFormats)).toHaveLength(2)
  expect(statSync(at('a', 'b')).isDirectory()).toBe(true)
  expect(() => wantedReports([`json=${at('one.json', 'r.json')}`], reportFormats)).toThrow(
    'a part of its path is not a directory',
  )
  // Node's own recursive mkdir never returns from here.
  expect(() => wantedReports(['json=/proc/no-such-place/r.json'], reportFormats)).toThrow(
    '--report: cannot write /proc/no-such-place/r.json',
  )
})
