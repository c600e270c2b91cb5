import {
  defineDeviation,
  type Deviation,
  type FetchLike,
  type FetchWrapper,
  rewriteJson,
  rewriteUrl,
} from './define-deviation.ts'

const isConfiguration = ({ method, url }: { readonly method: string; readonly url: string }) =>
  method === 'GET' && /\/configurations\/[^/]+$/.test(new URL(url).pathname)

/** Answers the value at another path than the one that was asked for; undefined for the whole value. */
function otherPath(change: (steps: readonly string[]) => readonly string[] | undefined): FetchWrapper {
  return rewriteUrl((url, request) => {
    const path = url.searchParams.get('path')
    if (!isConfiguration(request) || path === null) return undefined
    const changed = change(path.split('.'))
    if (changed === undefined) url.searchParams.delete('path')
    else url.searchParams.set('path', changed.join('.'))
    return url
  })
}

/** A path at which nothing is answers the first value that was found: which one comes last depends on the order. */
function foundBefore(next: FetchLike): FetchLike {
  let found: string | undefined
  return async (request) => {
    const response = await next(request.clone())
    if (!isConfiguration(request)) return response
    if (response.status === 200) found ??= await response.clone().text()
    return response.status === 404 && found !== undefined
      ? new Response(found, { headers: { 'content-type': 'application/json' } })
      : response
  }
}

/** A path that goes on behind a single value answers that value. */
function leafAtLast(next: FetchLike): FetchLike {
  return async (request) => {
    const response = await next(request.clone())
    if (!isConfiguration(request) || response.status !== 404) return response
    const url = new URL(request.url)
    url.searchParams.set('path', (url.searchParams.get('path') ?? '').split('.').slice(0, -1).join('.'))
    const above = url.searchParams.get('path') === '' ? response : await next(new Request(url, request))
    return above.status === 200 && !/^[{[]/.test(await above.clone().text()) ? above : response
  }
}

/** Violations of clause 4.4 by configurations. */
export const configurationDeviations: readonly Deviation[] = [
  defineDeviation({
    name: 'configuration-path-ignored',
    requirement: 'configurations.value',
    caughtBy: 'configurations.value.served',
    description: 'The whole configuration is answered whatever the path.',
    wrap: otherPath(() => undefined),
  }),
  defineDeviation({
    name: 'configuration-always-404',
    requirement: 'configurations.value',
    caughtBy: 'configurations.value.served',
    description: 'No configuration has a value anywhere.',
    wrap: otherPath(() => ['nothing', 'at', 'all']),
  }),
  defineDeviation({
    name: 'configuration-value-not-json',
    requirement: 'configurations.value',
    caughtBy: 'configurations.value.served',
    description: 'The value is answered as a text that is not JSON.',
    wrap: (next) => async (request) => {
      const response = await next(request.clone())
      return isConfiguration(request) && response.status === 200
        ? new Response(`value: ${await response.text()}`, { headers: { 'content-type': 'text/yaml' } })
        : response
    },
  }),
  defineDeviation({
    name: 'configuration-first-step-alone',
    requirement: 'configurations.dotted-path',
    caughtBy: 'configurations.dotted-path.steps',
    description: 'Only the first step of a path counts.',
    wrap: otherPath((steps) => steps.slice(0, 1)),
  }),
  defineDeviation({
    name: 'configuration-last-step-ignored',
    requirement: 'configurations.dotted-path',
    caughtBy: 'configurations.dotted-path.steps',
    description: 'The last step of a path does not count.',
    wrap: otherPath((steps) => (steps.length > 1 ? steps.slice(0, -1) : steps)),
  }),
  defineDeviation({
    name: 'configuration-path-one-key',
    requirement: 'configurations.dotted-path',
    caughtBy: 'configurations.dotted-path.steps',
    description: 'A path with dots is taken as one key.',
    wrap: otherPath((steps) => (steps.length > 1 ? [steps.join('\\.')] : steps)),
  }),
  defineDeviation({
    name: 'configuration-unknown-step-falls-back',
    requirement: 'configurations.dotted-path',
    caughtBy: 'configurations.dotted-path.steps',
    description: 'A path at which nothing is answers a value that was found before.',
    wrap: foundBefore,
  }),
  defineDeviation({
    name: 'configuration-steps-behind-a-value-ignored',
    requirement: 'configurations.dotted-path',
    caughtBy: 'configurations.dotted-path.steps',
    description: 'A path that goes on behind a single value answers that value.',
    wrap: leafAtLast,
  }),
  defineDeviation({
    name: 'configuration-values-differ-by-level',
    requirement: 'configurations.dotted-path',
    caughtBy: 'configurations.dotted-path.levels',
    description: 'A single value is answered otherwise than within the level above it.',
    wrap: rewriteJson(
      (request, { status }) => isConfiguration(request) && status === 200,
      (body) => (typeof body === 'object' ? undefined : `${JSON.stringify(body)} (default)`),
    ),
  }),
]
