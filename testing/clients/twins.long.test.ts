// A client that is written by hand for a service passes at its twin; one of another dialect fails at both alike.
import { expect, it } from 'vitest'
import { judgeClient } from '../../bin/judges/client/judge-client.ts'
import { taskNames } from '../../conformance/client/tasks/names.ts'
import { clientScenarios } from '../../conformance/client/tasks/scenarios.ts'
import { judgeClientTraffic as judgePassed } from '../../conformance/proxy/client-traffic.ts'
import { type AskedTwin, compareTwin } from '../../conformance/proxy/compare-twin.ts'
import { statementText } from '../../conformance/wording/text.ts'
import { selectPart } from '../sample.ts'
import { toDriver } from './careful/driver.ts'
import { badLines, verdictLines } from './careful/verdict-lines.ts'
import { doErrands, type ErrandPlace } from './spoken/errands.ts'
import { keepTraffic } from './spoken/passed-traffic.ts'
import { askedTwin, servicePlace, twinPlace, learnForms } from './spoken/places.ts'
import type { ServiceForms } from './spoken/service-forms.ts'
import { SpokenClient } from './spoken/spoken-client.ts'
import { spokenServices } from './spoken/spoken-services.ts'

/** Does the errands of a client, and judges what it sent as `emulator proxy` does. */
async function visit(forms: ServiceForms, place: ErrandPlace, { refusals }: Pick<AskedTwin, 'refusals'>) {
  const { fetch, traffic } = keepTraffic(place.fetch)
  const outcomes = await doErrands(forms, { ...place, fetch })
  const client = { name: 'a client', command: [] }
  const kept = traffic()
  return {
    outcomes,
    kept,
    target: place.target,
    passed: judgePassed({ ...kept, target: place.target, client, refusals }).results,
  }
}

const spokenDriver = (forms: ServiceForms) =>
  toDriver(
    class extends SpokenClient {
      constructor(options: ConstructorParameters<typeof SpokenClient>[0]) {
        super(options, forms)
      }
    },
  )

/** A client that sends one request after another never meets it. */
const neverPlayed = [1, 2].map(
  (order) => `client.expired-token.value walk-events token-expires-under-concurrency=${order}`,
)

const scenarios = clientScenarios.map(({ name }) => `${name}*`)
const cases = spokenServices.map((service, index) => [service.name, service, spokenServices.at(index - 1)!] as const)

it.each(selectPart(cases, 4))(
  'a client passes at the twin of its service, and another one fails as at the service: %s',
  async (_name, service, other) => {
    const twin = await learnForms(service)
    const { conventions } = twin
    const asked = askedTwin(twin)

    const right = {
      service: await visit(service.forms, servicePlace(service), asked),
      twin: await visit(service.forms, twinPlace(twin, service), asked),
    }
    const undone = Object.entries(right.service.outcomes).filter(([, outcome]) => !/^done$|^refused with/.test(outcome))
    expect(undone).toEqual([])
    expect(right.twin.outcomes).toEqual(right.service.outcomes)
    expect(badLines(right.service.passed)).toEqual([])
    expect(verdictLines(right.twin.passed)).toEqual(verdictLines(right.service.passed))
    const compared = await compareTwin(right.service.kept, right.service.target, asked)
    const statuses = compared.differences.filter(({ differences }) => differences.some(({ kind }) => kind === 'status'))
    expect(statuses).toEqual([])
    expect(compared.asked).toBeGreaterThan(8)
    const { results } = await judgeClient(spokenDriver(service.forms), { conventions })
    expect(badLines(results)).toEqual([])
    const idle = results.filter(({ cause }) => cause?.kind === 'scenario')
    expect(idle.map(({ check, task, scenario }) => `${check} ${task} ${scenario}`)).toEqual(neverPlayed)
    const passed = results.filter(({ verdict }) => verdict === 'pass')
    expect(new Set(passed.map(({ task }) => task))).toEqual(new Set(taskNames))

    const strange = {
      service: await visit(other.forms, servicePlace(service), asked),
      twin: await visit(other.forms, twinPlace(twin, service), asked),
    }
    expect(strange.twin.outcomes).toEqual(strange.service.outcomes)
    expect(verdictLines(strange.twin.passed)).toEqual(verdictLines(strange.service.passed))
    const { results: ofOther } = await judgeClient(spokenDriver(other.forms), { conventions, skip: scenarios })
    const failed = ofOther.filter(({ verdict }) => verdict === 'fail')
    // The judge asks for projects with other credentials too.
    const failureOf = (errand: string) =>
      failed.find(({ task, inputName }) => task === errand && (task !== 'list-projects' || inputName === 'apiKey'))
    const errands = Object.entries(strange.service.outcomes).filter(([errand]) =>
      taskNames.some((name) => name === errand),
    )
    for (const [errand, outcome] of errands) {
      const failure = failureOf(errand)
      const reason = failure && statementText(failure)
      if (outcome === 'done') expect([errand, reason]).toEqual([errand, undefined])
      else
        expect([errand, reason]).toEqual([
          errand,
          expect.stringContaining(outcome === 'another value' ? 'got' : outcome),
        ])
    }
    expect(errands.filter(([, outcome]) => outcome !== 'done').length).toBeGreaterThanOrEqual(6)
  },
)
