import type { Exchange } from '../conclusions/exchange.ts'

/**
 * Returns true if a refusal appears to come from something in front of the API, such as a firewall: it is not JSON and
 * its Server header differs, while the answer to a good request is JSON.
 */
export function isGatewayRefusal({ response }: Exchange, good: Exchange): boolean {
  return (
    response.status >= 400 &&
    response.json === undefined &&
    good.response.json !== undefined &&
    response.headers['server'] !== good.response.headers['server']
  )
}
