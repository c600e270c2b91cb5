import type { Conventions } from '../../model/contract/conventions.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import type { AnswerForm, AnswerForms } from '../../model/contract/answer-form.ts'
import { type Route, toRoutes, withMethods } from './router.ts'

/** The routes of the endpoints that the conventions serve, for each version. */
export function servedRoutes(endpoints: readonly Endpoint[], conventions: Conventions): readonly Route<Endpoint>[] {
  const routes = toRoutes(
    endpoints
      .filter(({ served }) => served?.(conventions) ?? true)
      .flatMap((endpoint) => {
        const path = typeof endpoint.path === 'string' ? endpoint.path : endpoint.path(conventions)
        const paths = path.includes('{version}')
          ? conventions.versions.map((version) => path.replace('{version}', version))
          : [path]
        return paths.map((path) => [path, endpoint] as const)
      }),
  )
  const { answerForms } = conventions
  return answerForms === 'none' ? routes : routes.map((route) => withLearnedMethods(route, answerForms))
}

/** The form of the answer to OPTIONS: that of the first operation of the path with such a form. */
export function optionsFormOf(
  { endpoints }: Pick<Route<Endpoint>, 'endpoints'>,
  forms: AnswerForms,
): AnswerForm | undefined {
  const named = [...endpoints.values()].find(({ id }) => forms[id]?.['options'])
  return forms[named?.id ?? '$default']?.['options']
}

function withLearnedMethods(route: Route<Endpoint>, forms: AnswerForms): Route<Endpoint> {
  const methods = optionsFormOf(route, forms)?.allow
  const isStated = (endpoint: Endpoint) => endpoint.served === undefined
  // Clause 4.9 states the methods of the legacy root.
  const isOfRoot = [...route.endpoints.values()].some(({ id }) => id === 'legacy.root')
  return methods && (!isOfRoot || methods['*']) ? withMethods(route, methods, isStated) : route
}
