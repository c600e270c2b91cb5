import type { Emulator } from '../create-emulator.ts'

export interface ControlScope {
  readonly worldName: string
  /** The path behind `/_emulator`. */
  readonly path: string
  readonly search: string
  readonly baseUrl: string
}

export type Control = (request: Request, scope: ControlScope) => Promise<Response>

export function createControl(_emulator: Emulator): Control {
  return async function control() {
    return Response.json({ status: 'ready' })
  }
}
