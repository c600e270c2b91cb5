import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { virtualTime } from '../../bin/judges/client/time/virtual-time.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import type { ReceivedRequest, Transcript } from '../../conformance/client/evidence/transcript.ts'
import { readCase } from '../../emulator/case/read-case.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { brokenClients } from '../clients/broken/broken-clients.ts'
import { tasksOf } from '../clients/judge-broken.ts'
import { toDriver } from '../clients/careful/driver.ts'
import { partOf } from '../sample.ts'
import type { AnsweredAgain } from './answer-again.ts'
import { droppedAnswer, type GivenAnswer, toGivenAnswer } from './given-answer.ts'
import { histories, keepingClient } from './histories.ts'

const directory = mkdtempSync(join(tmpdir(), 'replay-elsewhere-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const cases = join(directory, 'cases')
const elsewhere = join(directory, 'another folder')
const program = join(directory, 'answer-again.mjs')

/** What came when the cases were recorded, by their files. Undefined for an answer that nobody kept. */
const came = new Map<string, readonly (GivenAnswer | undefined)[]>()
let again: AnsweredAgain

const chosen = partOf(brokenClients, 12)

beforeAll(async () => {
  for (const folder of [cases, elsewhere]) mkdirSync(folder)
  const real = virtualTime()
  for (const broken of chosen) await keepFailure(broken)
  real()
  for (const [name, [options, play]] of Object.entries(histories)) {
    const emulator = createEmulator(options)
    const client = keepingClient(emulator)
    await play(client, emulator)
    keep(`history-${name.replaceAll(/\W+/g, '-')}`, await emulator.saveCase(), client.answers)
  }
  await bundle()
  const node = await otherNode()
  const env = { ...process.env, TZ: 'Pacific/Chatham', NODE_OPTIONS: '' }
  const { stdout } = await promisify(execFile)(node, [program, cases], { cwd: elsewhere, env, maxBuffer: 2 ** 28 })
  again = JSON.parse(stdout) as AnsweredAgain
})

function keep(name: string, bytes: Uint8Array, answers: readonly (GivenAnswer | undefined)[]): void {
  const file = `${name}.case.gz`
  writeFileSync(join(cases, file), bytes)
  came.set(file, answers)
}

/** Has the judge look at a broken client until it finds its failure, and keeps the case of that run. */
async function keepFailure(broken: (typeof chosen)[number]): Promise<void> {
  const subject = inProcess(toDriver(broken.client))
  let kept: Promise<void> | undefined
  await judgeTasks(subject, {
    tasks: tasksOf(broken),
    wants: () => kept === undefined,
    onResults: (results, run) => {
      const wrong = results.find(({ requirement, verdict }) => requirement === broken.requirement && verdict !== 'pass')
      const savable = run && wrong && !kept ? subject.hold(run) : undefined
      if (!savable) return
      const failure = { test: broken.name, message: wrong!.check }
      kept = savable.saveCase({ failure }).then((bytes) => keepRun(broken.name, bytes, run!.transcript))
    },
  })
  await kept
}

async function keepRun(name: string, bytes: Uint8Array, { requests, outside }: Transcript): Promise<void> {
  const left = [...requests, ...outside]
  const { events } = await readCase(bytes)
  const answers = events
    .filter((event) => event.kind === 'request')
    .map((asked) => {
      const place = left.findIndex(
        ({ method, path, search, at }) =>
          method === asked.method && path === asked.path && search === asked.search && at === asked.at,
      )
      return place < 0 ? undefined : answerOf(left.splice(place, 1)[0]!)
    })
  keep(name, bytes, answers)
}

function answerOf({ answer }: ReceivedRequest): GivenAnswer {
  return answer ? toGivenAnswer(answer.status, Object.entries(answer.headers), answer.body ?? '') : droppedAnswer
}

/** One file, so that a Node without types and without the repository runs it. */
async function bundle(): Promise<void> {
  await build({
    config: false,
    logLevel: 'error',
    entry: { 'answer-again': fileURLToPath(new URL('answer-again.ts', import.meta.url)) },
    outDir: directory,
    clean: false,
    dts: false,
    deps: { alwaysBundle: /./ },
    outExtensions: () => ({ js: '.mjs' }),
  })
}

/** Another version of Node than this one, where the machine has one. */
async function otherNode(): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const folder of [...folders, '/usr/bin', '/usr/local/bin']) {
    const found = await promisify(execFile)(join(folder, 'node'), ['--version']).catch(() => undefined)
    if (found && found.stdout.trim() !== process.version && /^v(?:[2-9]\d)/.test(found.stdout))
      return join(folder, 'node')
  }
  console.warn('This machine has no other version of Node: the cases are opened by the same one.')
  return process.execPath
}

it('answers every request again, byte for byte, in another folder, time zone and version of Node', () => {
  expect(came.size).toBe(chosen.length + Object.keys(histories).length)
  expect(again.timeZone).toBe('Pacific/Chatham')
  expect(Object.keys(again.cases).toSorted()).toEqual([...came.keys()].toSorted())
  let compared = 0
  for (const [file, answers] of came) {
    const now = again.cases[file]!
    expect([file, now.length]).toEqual([file, answers.length])
    for (const [place, then] of answers.entries()) {
      // A client that left has not seen the answer.
      if (!then || (then.status === null && now[place]!.status !== null)) continue
      expect([file, place + 1, now[place]]).toEqual([file, place + 1, then])
      compared++
    }
  }
  console.log(`${compared} answers of ${came.size} cases are as then, by Node ${again.node} after ${process.version}`)
  expect(compared).toBeGreaterThan(100)
  expect(again.others).toEqual([])
})
