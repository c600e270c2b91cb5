/** A request to the control API. */
export interface ControlScope {
  readonly worldName: string
  /** The path after `/_emulator`. */
  readonly path: string
  readonly search: string
  readonly baseUrl: string
}

/** Answers requests to the control API. */
export type ControlApi = (request: Request, scope: ControlScope) => Promise<Response>
