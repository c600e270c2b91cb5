import { Type } from 'typebox'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import type { OpenedCase } from './play/open-case.ts'
import { ReplaceableEmulator } from '../../serving/replaceable-emulator.ts'

const State = Type.Object(
  {
    requests: Type.Integer({ description: 'The number of requests in the case.' }),
    at: Type.Integer({ description: 'The request behind which the worlds are; 0: before the first.' }),
    failure: Type.Union([Type.Object({}), Type.Null()], { description: 'What failed, as its runner told it.' }),
    dropped: Type.Object({}, { description: 'How much the case does not hold.' }),
    anew: Type.Array(Type.String(), { description: 'What begins anew at this place: a sentence for each.' }),
  },
  { title: 'Replay', additionalProperties: false },
)

/** The worlds of a case, which can be moved along its requests. */
export class MovedCase {
  readonly served: ReplaceableEmulator
  readonly #opened: OpenedCase
  #at = 0
  /** The latest move. Moves take different times, so each waits for the one before it. */
  #moved: Promise<void> = Promise.resolve()

  private constructor(opened: OpenedCase) {
    this.#opened = opened
    this.served = new ReplaceableEmulator(opened.emulatorAt(0, { moreControl: this.#endpoints() }), undefined)
  }

  /** Opens the worlds as they were after a request. */
  static async at(opened: OpenedCase, number: number): Promise<MovedCase> {
    const moved = new MovedCase(opened)
    await moved.#move(number)
    return moved
  }

  async #move(at: number): Promise<void> {
    const before = this.#moved
    const move = async () => {
      await before.catch(() => undefined)
      this.served.replace(await this.#opened.playedAt(at, { moreControl: this.#endpoints() }))
      this.#at = at
    }
    await (this.#moved = move())
  }

  #endpoints(): readonly ControlEndpoint[] {
    return [
      defineControl({
        id: 'replay.read',
        method: 'GET',
        path: '/replay',
        summary: 'Shows where in the case the worlds are.',
        answers: [{ status: 200, description: 'The place.', schema: State }],
        handle: () => ({ body: this.#state() }),
      }),
      defineControl({
        id: 'replay.move',
        method: 'PUT',
        path: '/replay',
        summary: 'Moves all worlds to where they were after a request of the case. What was done since is gone.',
        body: Type.Object(
          { at: Type.Integer({ minimum: 0, description: 'The number of the request; 0: before the first.' }) },
          { additionalProperties: false },
        ),
        answers: [{ status: 200, description: 'The place.', schema: State }],
        handle: async ({ body: { at } }) => {
          if (at > this.#opened.requests.length)
            throw new ApiError('refused', `The case has ${this.#opened.requests.length} requests; got ${at}.`)
          await this.#move(at)
          return { body: this.#state() }
        },
      }),
    ]
  }

  #state(): object {
    const { failure, dropped } = this.#opened.file
    const anew = this.#opened.anewAt(this.#at)
    return { requests: this.#opened.requests.length, at: this.#at, failure: failure ?? null, dropped, anew }
  }
}
