// Files that are not TypeScript cannot import the table of report formats, so this test compares them with it.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findFormat, reportFormats } from '../../conformance/report/format-list.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const script = read('.ci/action/check.sh')
const job = read('.ci/action/gitlab.yml')
const { reports } = (
  parse(read('action.yml')) as {
    readonly inputs: { readonly reports: { readonly description: string; readonly default: string } }
  }
).inputs

/** The files of `--report FORMAT=FILE` by format, without duplicates: conformance and drift write the same ones. */
const reportFiles = (text: string) =>
  new Map([...text.matchAll(/--report "?(\w+)=([^\s"]+)/g)].map(([, format, file]) => [format!, basename(file!)]))

const usual = new Map<string, string>(reportFormats.map((format) => [format, findFormat(format).file]))

it('has one default list of formats for the action, all of them known', () => {
  expect(/\$\{INPUT_REPORTS:-([^}]+)\}/.exec(script)![1]).toBe(reports.default)
  expect(reportFormats).toEqual(expect.arrayContaining(reports.default.split(' ')))
})

it.each([
  ['the action', script, ['json', 'markdown']],
  ['the GitLab job', job, ['json', 'junit', 'html', 'markdown']],
])('writes the reports of %s to their usual files', (_name, text, formats) => {
  const files = reportFiles(text)
  expect([...files.keys()]).toEqual(formats)
  for (const [format, file] of files) expect([format, file]).toEqual([format, usual.get(format)])
})

it('has JUnit among the reports of the GitLab job, where GitLab looks for it', () => {
  const { conformance } = parse(job) as {
    readonly conformance: { readonly artifacts: { readonly reports: { readonly junit: string } } }
  }
  expect(basename(conformance.artifacts.reports.junit)).toBe(usual.get('junit'))
})
