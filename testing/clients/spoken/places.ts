// The places where clients do their errands: a real service, and the twin that was learned of it.
import { refusalsByOperation } from '../../../bin/judges/client/refusals.ts'
import { readWorld } from '../../../bin/judges/client/world-facts.ts'
import { toTargetFile } from '../../../bin/judges/service/target-file.ts'
import { markInexpressible } from '../../../bin/judges/twin/expressible.ts'
import { twinRecords } from '../../../bin/judges/twin/twin-records.ts'
import { twinConventions } from '../../../bin/judges/twin/make-twin.ts'
import { readDottedPath } from '../../../conformance/client/tasks/expected-values.ts'
import { learnService } from '../../../conformance/learn/learn-service.ts'
import { toLearnedDocument } from '../../../conformance/learn/learned-document.ts'
import type { AskedTwin } from '../../../conformance/proxy/compare-twin.ts'
import { parseJson } from '../../../conformance/send/parse-json.ts'
import { toTarget } from '../../../conformance/target/target-file.ts'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { parseSeed } from '../../../fixtures/parse-seed.ts'
import { sampleCommands } from '../../servers/right/service/commands.ts'
import { openService } from '../../servers/right/service/open-service.ts'
import { usualPolicy } from '../../servers/right/service/usual-policy.ts'
import type { ErrandPlace } from './errands.ts'
import type { SpokenService } from './spoken-services.ts'

const baseUrl = 'http://service.test'

/** The service itself. */
export function servicePlace({ choices, expiry }: SpokenService): ErrandPlace {
  const { target, fetch } = openService(choices)
  const { product, group, event } = usualPolicy.data.counts
  return {
    target,
    fetch,
    expiry,
    counts: { products: product, groups: group, events: event },
    value: 'shop@example.test',
    commands: sampleCommands,
    statuses: usualPolicy.data.statuses,
  }
}

/** The learned conventions of a service. */
export interface LearnedForms {
  readonly conventions: Partial<Conventions>
  readonly fixtures: Readonly<Record<string, unknown>> | undefined
}

/** Learns a service. */
export async function learnForms({ choices }: SpokenService): Promise<LearnedForms> {
  const { target, fetch, options = {} } = openService(choices)
  const learned = await learnService({ target, fetch, allowWrites: true, time: options.time })
  const observations = markInexpressible(learned.observations)
  const document = toLearnedDocument({ ...learned, observations }, { baseUrl: target.baseUrl, allowWrites: true })
  const records = twinRecords(document.records)
  return { conventions: twinConventions(document, records) as Partial<Conventions>, fixtures: records.fixtures }
}

/** The twin as `emulator proxy` asks it. */
export function askedTwin({ conventions, fixtures }: LearnedForms): AskedTwin {
  const emulator = createEmulator({ conventions, ...(fixtures ? { fixtures: parseSeed(fixtures) } : {}) })
  return {
    target: toTarget(toTargetFile(emulator, baseUrl, true)),
    refusals: refusalsByOperation(emulator.conventions),
    ask: async ({ method, address, headers, body = null }) => {
      const response = await emulator.fetch(`${baseUrl}${address}`, { method, headers, body })
      const text = await response.text()
      return { status: response.status, headers: Object.fromEntries(response.headers), text, json: parseJson(text) }
    },
  }
}

/** A twin of the service, whose answers follow its own OpenAPI document. */
export function twinPlace({ conventions, fixtures }: LearnedForms, { expiry }: SpokenService): ErrandPlace {
  const emulator = createEmulator({
    clock: '2027-03-01T10:30:00Z',
    conventions,
    checkResponses: true,
    ...(fixtures ? { fixtures: parseSeed(fixtures) } : {}),
    onError: (error) => {
      throw error
    },
  })
  const target = toTarget(toTargetFile(emulator, baseUrl, true))
  const { catalogId = '', projectId = '', issueId = '', scopeId = '', configurationPath = '' } = target.samples!
  const world = readWorld(emulator.worlds.default, emulator)
  const connection = world.adapterConnections.find(({ id }) => id === target.samples!.adapterConnectionId)
  return {
    target,
    fetch: emulator.fetch,
    expiry,
    counts: {
      products: world.catalogs.get(catalogId)!.length,
      groups: world.groups.get(projectId)!.length,
      events: world.events.get(issueId)!.length,
    },
    value: readDottedPath(world.configurations.get(scopeId), configurationPath),
    commands: connection!.commands,
    statuses: target.enumFilters!.find(({ path }) => path.includes(catalogId))!.values,
  }
}
