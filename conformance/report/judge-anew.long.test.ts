// The bundle of a run that nobody touched comes out the same, whatever the service and the options were.
import { expect, it } from 'vitest'
import { deviations } from '../../emulator/disturb/deviations/deviations.ts'
import {
  deviatingSubject,
  emulatorSubject,
  runKit,
  type Subject,
  timelessSubject,
} from '../../testing/selftest/subject.ts'
import { rightServers } from '../../testing/servers/right/right-servers.ts'
import type { RunResult } from '../judge/result.ts'
import type { ConformanceOptions } from '../judge/run-conformance.ts'
import { bundleFiles } from './bundle.ts'
import { summarize } from './summary.ts'
import { verifyBundle } from './verify-bundle.ts'

const encoder = new TextEncoder()

async function expectSame(run: RunResult): Promise<void> {
  const files = Object.entries(bundleFiles(run)).map(([name, text]) => [name, encoder.encode(text)] as const)
  const { problems, statements, judged, exitCode } = await verifyBundle(new Map(files))
  expect([problems, statements.filter((statement) => statement.startsWith('Open'))]).toEqual([[], []])
  expect(judged).toEqual({ again: run.results.length, all: run.results.length })
  expect(exitCode).toBe(summarize(run).exitCode)
}

const slow = (subject: Subject): Subject => {
  let asked = 0
  return {
    ...subject,
    fetch: async (request) => {
      await new Promise((resolve) => setTimeout(resolve, (++asked * 7) % 23))
      return await subject.fetch(request)
    },
  }
}

const busy = (subject: Subject): Subject => {
  let asked = 0
  return {
    ...subject,
    fetch: async (request) =>
      ++asked % 50 === 0
        ? new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
        : await subject.fetch(request),
  }
}

/** A DSN whose key is too short to be hidden by itself. */
const shortKey = (subject: Subject): Subject => {
  const dsn = 'https://abc@ingest.example/1'
  const { credentials } = subject.target
  return {
    target: { ...subject.target, credentials: { ...credentials, dsn } },
    fetch: (request) => {
      if (request.headers.get('authorization') !== `DSN ${dsn}`) return subject.fetch(request)
      const headers = new Headers(request.headers)
      headers.set('authorization', `DSN ${credentials!.dsn}`)
      return subject.fetch(new Request(request, { headers }))
    },
  }
}

const kinds: readonly (readonly [string, () => Subject, Partial<ConformanceOptions>])[] = [
  ['the usual options', emulatorSubject, {}],
  ['a time that jumps', () => timelessSubject({}), {}],
  ['no writes', emulatorSubject, { allowWrites: false }],
  ['a gentle run', emulatorSubject, { gentle: true }],
  ['no browser', emulatorSubject, { browser: undefined }],
  ['seed 2, and a DSN with a short key', () => shortKey(emulatorSubject()), { seed: 2 }],
  ['seed 4711', emulatorSubject, { seed: 4711 }],
  ['one request at a time', emulatorSubject, { limits: { concurrency: 1 } }],
  ['32 requests at a time', emulatorSubject, { limits: { concurrency: 32 } }],
  ['a slow service', () => slow(emulatorSubject()), {}],
  ['a service that tells requests to come later', () => busy(timelessSubject({})), {}],
  [
    'another dialect',
    () =>
      emulatorSubject({ listEnvelope: 'items', objectEnvelope: 'named', errorBody: 'problem', secretName: 'secret' }),
    {},
  ],
]

it.each(kinds)('comes out the same given %s', { timeout: 120_000 }, async (_what, make, options) => {
  await expectSame(await runKit(make(), { ...options, keepExchanges: true }))
})

const every = <T>(items: readonly T[], step: number): readonly T[] => items.filter((_item, index) => index % step === 0)

it.each(every(deviations, 24))(
  'comes out the same given the deviation $name',
  { timeout: 120_000 },
  async (deviation) => {
    await expectSame(await runKit(deviatingSubject(deviation), { keepExchanges: true }))
  },
)

it.each(every(Object.values(rightServers).flat(), 30).map((server) => [server.name, server] as const))(
  'comes out the same given %s',
  { timeout: 120_000 },
  async (_what, server) => {
    const { options = {}, close, ...subject } = await server.make()
    try {
      await expectSame(await runKit(subject, { ...options, keepExchanges: true }))
    } finally {
      await close?.()
    }
  },
)
