import * as http from 'node:http'
import { proxyVariables } from '../../../conformance/send/target-fetch.ts'
import type { Environment } from './judged-service.ts'

/** Available since Node 24.14. */
const { setGlobalProxyFromEnv } = http as {
  readonly setGlobalProxyFromEnv?: (environment: Environment) => unknown
}

/**
 * Sends the requests of this process through `HTTPS_PROXY` and `HTTP_PROXY`, except those to hosts in `NO_PROXY` and to
 * this machine.
 */
export function useProxyOf(environment: Environment, note: (line: string) => void): void {
  const set = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => environment[name])
  if (set === undefined || environment['NODE_USE_ENV_PROXY'] === '1') return
  if (!setGlobalProxyFromEnv) {
    note(`${set} is not used: that takes Node 24.14 or later, or NODE_USE_ENV_PROXY=1 with Node 22.21.`)
    return
  }
  setGlobalProxyFromEnv(proxyVariables(environment))
}
