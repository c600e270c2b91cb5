// The schema of an answer in the OpenAPI documents.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Emulator } from '../../emulator/create-emulator.ts'
import type { Endpoint } from '../../emulator/model/contract/endpoint.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { endpoints } from '../../emulator/api/endpoints/endpoints.ts'
import { controlEndpoints } from '../../emulator/control/control-endpoints.ts'
import type { ControlEndpoint } from '../../emulator/control/define-control.ts'
import { toControlOpenApi } from '../../emulator/control/control-openapi.ts'
import { toOpenApi } from '../../emulator/api/openapi/openapi.ts'
import { receiveRequest } from '../../emulator/pipeline/received-request.ts'
import { localSender } from '../../emulator/pipeline/sender.ts'
import { Router, toRoutes } from '../../emulator/api/routing/router.ts'
import { servedRoutes } from '../../emulator/api/routing/routes.ts'

interface Documented {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Documented>>>>

/** An answer as a fuzzer reads it. */
export interface Read {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** One OpenAPI document, its routes and its compiled schemas. */
class Document {
  readonly #ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false, logger: false })
  readonly #paths: Paths
  readonly #known = new Map<string, ValidateFunction>()
  readonly #usesDefault: boolean
  readonly router: Router<Endpoint | ControlEndpoint>

  constructor(document: object, router: Router<Endpoint> | Router<ControlEndpoint>, usesDefault: boolean) {
    this.#usesDefault = usesDefault
    ;(addFormats as unknown as (instance: Ajv2020) => void)(this.#ajv)
    this.#ajv.addSchema(document, 'api')
    this.#paths = (document as { readonly paths: Paths }).paths
    this.router = router as Router<Endpoint | ControlEndpoint>
  }

  operation(path: string, method: string): (Documented & { readonly at: string }) | undefined {
    const found = this.router.find(path)?.route.path
    if (found === undefined) return undefined
    const methods = this.#paths[found] ?? {}
    const operation = Object.hasOwn(methods, method.toLowerCase()) ? methods[method.toLowerCase()] : undefined
    return operation && { ...operation, at: `/paths/${escaped(found)}/${method.toLowerCase()}` }
  }

  /** Why an answer is not the one that the document shows; undefined when it is. */
  fault({ at, operationId, responses }: Documented & { readonly at: string }, answer: Read): string | undefined {
    // The API documents `default` for faults, which these answers are not: their statuses are listed.
    const code = responses[String(answer.status)] || !this.#usesDefault ? String(answer.status) : 'default'
    const documented = responses[code]
    if (!documented) return `${operationId} documents no status ${answer.status}`
    const { content } = documented
    const type = answer.type.split(';')[0]!.trim()
    if (!content || Object.keys(content).length === 0)
      return answer.text === '' || answer.status === 303
        ? undefined
        : `${operationId} documents no body for ${answer.status}`
    if (!(type in content))
      return `${operationId} documents ${Object.keys(content).join(', ')} for ${answer.status}; got ${type}`
    if (!type.endsWith('json')) return undefined
    const validate = this.#schema(`${at}/responses/${code}/content/${escaped(type)}/schema`)
    if (validate(JSON.parse(answer.text))) return undefined
    return `${operationId} ${answer.status} does not match the document: ${this.#ajv.errorsText(validate.errors)}`
  }

  #schema(pointer: string): ValidateFunction {
    let validate = this.#known.get(pointer)
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `api#${pointer.split('/').map(encodeURIComponent).join('/')}` })
      this.#known.set(pointer, validate)
    }
    return validate
  }
}

const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')

const control = new Document(
  toControlOpenApi(controlEndpoints, 'http://localhost'),
  new Router(toRoutes(controlEndpoints.map((endpoint) => [endpoint.path, endpoint])), 'any'),
  true,
)
const documents = new Map<string, Document>()

/** Forgets what was made once for each set of conventions, so that it does not count as left behind. */
export function forgetDocuments(): void {
  documents.clear()
}

/** The document of the API under some conventions, made once for each key. */
function documentOf(conventions: Conventions, key: string): Document {
  let document = documents.get(key)
  if (!document && documents.size > 40) documents.clear()
  if (!document)
    documents.set(
      key,
      (document = new Document(
        toOpenApi({ conventions, serverUrl: 'http://localhost' }),
        new Router(servedRoutes(endpoints, conventions), conventions.trailingSlash),
        false,
      )),
    )
  return document
}

/** The operation that a request asks for, and whether it belongs to the control API. */
export interface Operation {
  readonly id: string | undefined
  readonly isControl: boolean
  /** The world that its address names. */
  readonly world: string
  /** Why an answer is not the documented one; undefined when it is. */
  readonly fault: (answer: Read) => string | undefined
}

/** Finds the operation of a request, by the documents. */
export function operationOf(emulator: Emulator, request: Request, conventions: Conventions, key: string): Operation {
  const address = receiveRequest(request, localSender, emulator)
  const isControl = /^\/_emulator(\/|$)/.test(address.path)
  const document = isControl ? control : documentOf(conventions, key)
  const path = isControl ? address.path.slice('/_emulator'.length) : address.path
  const { pathWorld, headerWorld = pathWorld } = address
  const world = pathWorld ?? headerWorld ?? 'default'
  // A world without a valid name, or with two, is refused before anything else.
  const isWorld = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(world) && (pathWorld ?? headerWorld) === headerWorld
  const found = isWorld && (address.isBelowBase || isControl) ? document.operation(path, request.method) : undefined
  return {
    id: found?.operationId,
    isControl,
    world,
    fault: (answer) => (found ? document.fault(found, answer) : undefined),
  }
}
