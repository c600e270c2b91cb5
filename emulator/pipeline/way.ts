// The pipeline of every request: a list of steps, each of which passes it on, answers it, or changes the answer.
import { addCors } from '../api/dialect/cors.ts'
import { readNote } from '../api/dialect/noted-response.ts'
import type { ActiveDeviations } from '../disturb/deviations/active-deviations.ts'
import { faultSteps } from '../disturb/faults/fault-steps.ts'
import type { Conventions } from '../model/contract/conventions.ts'
import type { Middleware } from '../model/contract/request-context.ts'
import { compose, type RequestContext, type Rest, type Step, localSender } from './context.ts'
import { storeFirst, type WorldStorage } from '../world/storage.ts'
import type { Worlds } from '../world/worlds.ts'
import { formAnswers } from './answer-form.ts'
import { callHandler, checkCredentials, findRoute, readInput } from './endpoint.ts'
import { findWorld, refuseNewWorlds } from './find-world.ts'
import { frontPage } from './front-page.ts'
import { answerRefusals, checkAddress, leaveOutHeadBody, noteRefusals } from './refuse.ts'
import { isPageless, withoutPages } from '../api/input/list-query.ts'

/** The parts of an emulator that requests pass. */
interface Parts {
  readonly worlds: Worlds
  readonly deviations: ActiveDeviations
  /** Answers requests to the control API; undefined when it is off. */
  readonly control: Step | undefined
  readonly conventions: Conventions
}

/**
 * Makes the pipeline of every request, from its address to its handler. It has no steps that would do nothing, so it is
 * made again when deviations or conventions change.
 */
export function makeWay({ worlds, deviations: all, control, conventions }: Parts): Rest {
  const deviations = all.active.length > 0 ? all : undefined
  const { storage } = worlds
  const record = recordRequest(worlds, deviations?.names)
  return compose(
    [
      answerRefusals,
      refuseUnread(worlds, record),
      checkAddress,
      frontPage(control !== undefined),
      ...(control ? [control] : []),
      refuseNewWorlds(worlds),
      ...(deviations ? [deviate(deviations)] : []),
      findWorld(worlds),
      record,
      ...(storage ? [storeAnswer(storage)] : []),
      leaveOutHeadBody,
      ...(conventions.answerForms === 'none' ? [] : [formAnswers]),
      noteRefusals,
      findRoute,
      noteOperation,
      disturb,
      checkCredentials,
      readInput,
    ],
    callHandler,
  )
}

/** Refuses and records a request of which only the first line is known, without creating a world. */
function refuseUnread(worlds: Worlds, record: Step): Step {
  return function refuseIfUnread(context, next) {
    const { sender, pathWorld = '' } = context
    const { unparsed } = sender
    if (!unparsed) return next(context)
    context.world = worlds.has(pathWorld) ? worlds.use(pathWorld) : worlds.default
    return compose([record, leaveOutHeadBody, noteRefusals], () => Promise.reject(unparsed))(context)
  }
}

/** Methods that are possible over a socket, but not in a Request, which deviations would have to make. */
const unmakeable: readonly string[] = ['TRACE', 'CONNECT', 'TRACK']

/** Lets the active deviations answer. They send requests in process, which pass this step. */
function deviate(deviations: ActiveDeviations): Step {
  return function deviateIfActive(context, next) {
    const { request, sender } = context
    return sender.isDeviation || unmakeable.includes(request.method) ? next(context) : answerDeviating(context)
  }

  async function answerDeviating({ request, sender }: RequestContext): Promise<Response> {
    const response = await deviations.fetch(request)
    return sender === localSender ? response : addCors(response, sender.cors)
  }
}

/** Records each request in the journal of its world, which is kept until the answer. */
function recordRequest(worlds: Worlds, deviations: readonly string[] | undefined): Step {
  return async function record(context, next) {
    const { world } = context
    const { requests, clock } = world
    const { observer } = requests
    const release = worlds.hold(world)
    const draft = (context.draft = requests.begin(context, clock.hold()))
    draft.deviations = deviations
    observer?.onBegin?.({ world: world.name, journal: requests, draft })
    let response: Response | undefined
    try {
      // The synchronous part of the request runs at the time of its arrival.
      const answered = next(context)
      clock.release()
      response = await answered
      return response
    } finally {
      requests.end(draft, response?.status ?? 0, response && readNote(response))
      release()
      observer?.onEnd?.({ world: world.name, journal: requests, draft, response })
    }
  }
}

/** Passes an answer on once every change is stored. */
function storeAnswer(storage: WorldStorage): Step {
  return (context, next) => storeFirst(next(context), storage, context.world.name)
}

/** Notes the operation in the journal, with its parameters if it is a list whose conventions leave out some. */
const noteOperation: Step = (context, next) => {
  const { draft, endpoint, conventions } = context
  draft.operation = endpoint
  if (endpoint.query && isPageless(endpoint, conventions))
    draft.parameters = Object.keys(withoutPages(endpoint.query).properties)
  return next(context)
}

/**
 * Applies the fault that strikes a request, and the scenarios of its world. Outer steps receive the refusals of inner
 * ones as responses.
 */
const disturb: Step = (context, next) => {
  const { endpoint, draft, world } = context
  const { faults, scenarios } = world
  if (faults.isIdle && scenarios.isEmpty) return next(context)
  const triggered = faults.take(endpoint.id)
  if (triggered) draft.fault = triggered.fault
  const steps = [...(triggered ? faultSteps(triggered) : []), ...scenarios.steps]
  return compose(steps.map(catchRefusals), (changed) => noteRefusals(changed, next))(context)
}

/** A step that gets the refusals of later steps as responses. It passes on its context, or a modified copy. */
function catchRefusals(step: Middleware): Step {
  return (context, next) => noteRefusals(context, (same) => step(same, (changed) => next(changed as RequestContext)))
}
