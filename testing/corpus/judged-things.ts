// Everything that the judges are shown, by name, for the corpus of verdicts.
import { judgeClient } from '../../bin/judges/client/judge-client.ts'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { virtualTime } from '../../bin/judges/client/time/virtual-time.ts'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import { clientTasks } from '../../conformance/client/tasks/tasks.ts'
import { driftName } from '../../conformance/learn/drift.ts'
import type { LearnedDocument } from '../../conformance/learn/learned-document.ts'
import { toTarget } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Deviation } from '../../emulator/disturb/deviations/deviation.ts'
import { deviations } from '../../emulator/disturb/deviations/shipped.ts'
import { checkService, learnDocument } from '../checked-service.ts'
import { brokenClients } from '../clients/broken/broken-clients.ts'
import { CarefulClient } from '../clients/careful/client.ts'
import { toDriver } from '../clients/careful/driver.ts'
import { learnForms } from '../clients/spoken/places.ts'
import { spokenServices } from '../clients/spoken/spoken-services.ts'
import { everyDeviation } from '../faults/faults.ts'
import { findExclusion } from '../product/exclusions.ts'
import type { Fault } from '../product/law.ts'
import { product } from '../product/product.ts'
import { blameless } from '../selftest/blameless.ts'
import { deviatingSubject, runKit } from '../conformance/subject.ts'
import { rightServers, singleServers } from '../servers/right/right-servers.ts'
import { learnedTwin } from '../servers/right/learned-twins.ts'
import type { RightSubject } from '../servers/right/right-server.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { type Entry, type Finding, toFindings } from './entry.ts'

/** Something that a judge is shown. */
export interface JudgedThing {
  readonly name: string
  /** The name before it was cut; undefined for one that is short enough. */
  readonly wholeName?: string
  readonly breaks?: string | undefined
  readonly varies?: string | undefined
  /** @param seed The seed of the judge: it changes the order of what is asked. */
  readonly judge: (seed: number) => Promise<readonly Finding[]>
}

/** The findings of the kit about a subject: for all requirements, or for some. */
async function serviceFindings(
  make: () => RightSubject | Promise<RightSubject>,
  seed: number,
  only: readonly string[] = [],
): Promise<readonly Finding[]> {
  const { options = {}, close, ...subject } = await make()
  try {
    const { results } = await runKit(subject, { ...options, seed, ...(only.length > 0 ? { only } : {}) })
    return toFindings(results)
  } finally {
    await close?.()
  }
}

const toDeviating = (deviation: Deviation): JudgedThing => ({
  name: deviation.name,
  breaks: deviation.requirement,
  judge: (seed) => serviceFindings(() => deviatingSubject(deviation), seed),
})

const isFailing = ({ verdict }: Finding): boolean => /\b(?:fail|error)\b/.test(verdict)

/** A fault of the product is shown to the checks of its requirement. If none fails, the whole kit follows. */
export const toProductThing = (fault: Fault): JudgedThing => ({
  name: fault.name,
  breaks: fault.requirement,
  judge: async (seed) => {
    const subject = () => deviatingSubject({ ...fault, caughtBy: '' })
    const near = await serviceFindings(subject, seed, [fault.requirement])
    return near.some(isFailing) ? near : serviceFindings(subject, seed)
  },
})

const productThings: readonly JudgedThing[] = product
  .filter((fault) => findExclusion(fault) === undefined)
  .map(toProductThing)

/** FNV-1a: the same number for the same text, always. */
function numberHash(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash
}

/** The sample of the product: of each way to break a requirement, the fault with the least hash, which stays. */
const sampled: ReadonlySet<JudgedThing> = new Set(
  [...Map.groupBy(productThings, ({ name, breaks }) => `${name.split('/')[0]} ${breaks}`).values()].map((faults) =>
    faults.reduce((least, fault) => (numberHash(fault.name) < numberHash(least.name) ? fault : least)),
  ),
)

/** The longest name in characters. */
const longestName = 80

/** A name that is short enough for a line, and still no other's: that of a combination lists all its values. */
const shortened = (name: string): string =>
  name.length <= longestName
    ? name
    : `${name.slice(0, longestName - 9).trimEnd()}… ${numberHash(name).toString(16).padStart(8, '0').slice(0, 7)}`

const rightThings: readonly JudgedThing[] = blameless.map(({ name, make, varies }) => ({
  name,
  varies,
  judge: (seed) => serviceFindings(make, seed),
}))

/** Runs something while waiting takes no time. */
async function runWithoutWaiting<Result>(run: () => Promise<Result>): Promise<Result> {
  const real = virtualTime()
  return run().finally(real)
}

const clientThings: readonly JudgedThing[] = [
  ...brokenClients.map((broken) => ({
    name: `broken ${broken.name}`,
    breaks: broken.requirement,
    judge: async () => {
      const tasks = clientTasks.filter(({ name }) => broken.tasks.includes(name))
      const judging = () => judgeTasks(inProcess(toDriver(broken.client)), { tasks, jobs: 32 })
      return toFindings(await runWithoutWaiting(judging))
    },
  })),
  ...combinations.map((conventions) => ({
    name: `careful ${JSON.stringify(conventions)}`,
    judge: async () => toFindings((await judgeClient(toDriver(CarefulClient, conventions), { conventions })).results),
  })),
]

/** The conventions of a service that are not learned, and the answers of its twin that differ. */
const twinThings: readonly JudgedThing[] = [
  ...spokenServices.map((service) => ({
    name: `unlike ${service.name}`,
    judge: async () => {
      const { conventions } = await learnForms(service)
      return Object.keys(conventions).map((name) => ({
        requirement: name,
        check: '',
        verdict: 'learned',
      }))
    },
  })),
  ...[...Object.values(rightServers).flat(), ...singleServers].map((server): JudgedThing => ({
    name: `twin of ${server.name}`,
    judge: async () => {
      const { differences, wrong } = await learnedTwin(server)
      return [
        ...wrong.map((text) => ({ requirement: text.split(' ')[0]!, check: '', verdict: 'wrong' })),
        ...differences.map(({ question, differences: all }) => ({
          requirement: question.replaceAll(' ', '_'),
          check: '',
          verdict: [...new Set(all.map(({ kind }) => `differs/${kind}`))].sort().join('+'),
        })),
      ]
    },
  })),
]

const right = createEmulator()
const target = toTarget(toTargetFile(right, 'http://target.test', true))
let learned: Promise<LearnedDocument> | undefined

const driftThings: readonly JudgedThing[] = deviations.map(({ name, requirement }) => ({
  name: `drift of ${name}`,
  breaks: requirement,
  judge: async () => {
    learned ??= learnDocument({ target, fetch: right.fetch })
    const moved = createEmulator({ deviations: [name], onError: () => undefined })
    const { drifts } = await checkService(await learned, { target, fetch: moved.fetch })
    return drifts.map((drift) => ({
      requirement: driftName(drift).replaceAll(' ', '_'),
      check: '',
      verdict: drift.class === 'breaks' || drift.class === 'fails' ? 'fail/drift' : drift.class,
    }))
  },
}))

const shortenNames = (things: readonly JudgedThing[]): readonly JudgedThing[] =>
  things.map((thing) => ({ ...thing, name: shortened(thing.name), wholeName: thing.name }))

/** The files of the corpus. */
export type CorpusFile = 'faults' | 'product' | 'right' | 'clients' | 'learn'

/** The things of each file of the corpus. */
export const judgedThings: Readonly<Record<CorpusFile, readonly JudgedThing[]>> = {
  faults: everyDeviation.map(toDeviating),
  product: productThings.filter((thing) => sampled.has(thing)),
  right: shortenNames(rightThings),
  clients: shortenNames(clientThings),
  learn: shortenNames([...twinThings, ...driftThings]),
}

/** Everything that is judged, by name: also the faults of the product that no file has. */
export const thingsByName: ReadonlyMap<string, JudgedThing> = new Map(
  [...Object.values(judgedThings).flat(), ...productThings].map((thing) => [thing.name, thing]),
)

/** Judges a thing. */
export async function judgeEntry({ name, breaks, varies, judge }: JudgedThing, seed: number): Promise<Entry> {
  const findings = await judge(seed)
  return { name, breaks, varies, findings: varies === undefined ? findings : findings.filter(isFailing) }
}
