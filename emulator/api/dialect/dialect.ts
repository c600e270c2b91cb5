import type { Conventions, OperationConventions } from '../../model/contract/conventions.ts'
import type { OperationId } from '../../model/contract/operation-ids.ts'
import type { Resource, StoredRecord } from '../../model/contract/resource.ts'
import type { TemplatePart } from '../../model/contract/template.ts'
import type { Refusal, RefusalKind } from '../../model/contract/refusal.ts'
import { refusals } from './api-error.ts'
import { refusalBody } from './error-body.ts'
import { operationConventions, namedOperations } from './per-operation.ts'
import { AnswerTemplate, type HoleValues, type RepeatedValues } from './templates/answer-template.ts'
import type { TemplateName } from './templates/holes.ts'

/** The position of a page in its list. */
interface PagePosition {
  readonly hasMore: boolean
  /** The cursor to continue with; null on the last page. */
  readonly nextCursor: string | null
}

/** The values that an answer can show next to its object. The secret is that of a new token. */
interface BesideObject {
  readonly requestId: string
  /** Undefined for a value that is not a record. */
  readonly id?: string
  readonly secret?: string | undefined
}

/** Writes answers under the conventions: by their templates, and with the statuses that the specification leaves open. */
export class Dialect {
  readonly conventions: OperationConventions
  readonly #operation: OperationId | undefined
  readonly #templates = new Map<TemplateName, AnswerTemplate>()
  readonly #json: WeakMap<StoredRecord, string>
  /** The dialects of the operations with their own value of a convention. */
  readonly #byOperation: ReadonlyMap<string, Dialect>
  /** The statuses that the conventions decide. */
  readonly #statuses: Readonly<Partial<Record<RefusalKind, number>>>

  /** @param general The dialect of all operations, whose texts of records this one shares. */
  constructor(all: Conventions, operation?: OperationId, general?: Dialect) {
    const conventions = operationConventions(all, operation)
    this.conventions = conventions
    this.#operation = operation
    this.#json = general ? general.#json : new WeakMap()
    this.#byOperation = new Map(general ? [] : namedOperations(all).map((id) => [id, new Dialect(all, id, this)]))
    this.#statuses = {
      refused: conventions.refusedStatus,
      unauthenticated: conventions.unauthenticatedStatus,
      forbidden: conventions.forbiddenStatus,
      unknown: conventions.unknownIdStatus,
    }
  }

  /** The template that a convention chooses. The first answer compiles it, so that no start waits for it. */
  template(name: TemplateName): AnswerTemplate {
    let template = this.#templates.get(name)
    if (!template) {
      template = new AnswerTemplate(name, this.conventions[name], this.#operation)
      this.#templates.set(name, template)
    }
    return template
  }

  /** The dialect of an operation. */
  of(operation: string): Dialect {
    return this.#byOperation.get(operation) ?? this
  }

  /** The members of a record that a client sees. */
  visible(resource: Resource, record: StoredRecord): Readonly<Record<string, unknown>> {
    const visible = resource.show ? resource.show(record, this.conventions) : record
    const members = visibleMembers(resource, this.conventions)
    if (!members) return visible
    const { names, added } = members
    return {
      ...added,
      ...Object.fromEntries(names.flatMap((name) => (Object.hasOwn(visible, name) ? [[name, visible[name]]] : []))),
    }
  }

  /** The JSON text of a record. It is made once and kept, since records never change. */
  json(resource: Resource, record: StoredRecord): string {
    let text = this.#json.get(record)
    if (text === undefined) this.#json.set(record, (text = JSON.stringify(this.visible(resource, record))))
    return text
  }

  /** The JSON text of a list. */
  list(
    name: 'listEnvelope' | 'legacyListEnvelope',
    resource: Resource,
    records: readonly StoredRecord[],
    paging: PagePosition,
    requestId: string,
  ): string {
    const template = this.template(name)
    const texts = records.map((record) => this.json(resource, record))
    const parts = () =>
      records.map(({ id }, index) => ({ $item: texts[index], $id: id, $members: withoutId(template, texts[index]!) }))
    const values = {
      $items: `[${texts.join(',')}]`,
      $hasMore: paging.hasMore,
      $next: paging.nextCursor,
      $last: records.at(-1)?.id ?? null,
      $kind: resource.plural,
      $requestId: requestId,
    }
    return template.write(values, { $items: parts })
  }

  /** The JSON text of an answer with one object, from the JSON text of the object. */
  object(singular: string, text: string, { requestId, id, secret }: BesideObject): string {
    const template = this.template('objectEnvelope')
    return template.write({
      $item: text,
      $members: id === undefined ? text : withoutId(template, text),
      $kind: singular,
      $id: id,
      $secret: secret,
      $requestId: requestId,
    })
  }

  /** Returns true if answers show the value of a hole. */
  shows(name: TemplateName, hole: string): boolean {
    return this.template(name).has(hole)
  }

  /** The JSON text of an answer that consists only of its template. */
  filled(name: TemplateName, values: HoleValues, repeated: RepeatedValues | undefined, requestId: string): string {
    return this.template(name).write({ ...values, $requestId: requestId }, repeated)
  }

  status(kind: RefusalKind): number {
    return this.#statuses[kind] ?? refusals[kind].status
  }

  statusOf(error: Refusal): number {
    return error.status ?? this.status(error.kind)
  }

  /** The JSON text of a refusal; empty if the convention omits its body. */
  error(error: Refusal, requestId: string | undefined, status: number = this.statusOf(error)): string {
    return refusalBody(this.template('errorBody'), error, status, requestId)
  }
}

/** The text of a record without its id, for a template that shows it elsewhere. */
function withoutId(template: AnswerTemplate, text: string): string | undefined {
  if (!template.has('$members')) return undefined
  const { id: _id, ...members } = JSON.parse(text) as Readonly<Record<string, unknown>>
  return JSON.stringify(members)
}

const least: ShownMembers = { names: ['id', 'name'], added: {} }

/** The members that records show. */
export interface ShownMembers {
  /** Members of the resource. */
  readonly names: readonly string[]
  /** Additional members of all records, with their values. */
  readonly added: Readonly<Record<string, TemplatePart>>
}

const read = new WeakMap<object, ShownMembers>()

/** Reads the value of the convention once: names, and objects with added members. */
function readShownMembers(list: readonly (string | Readonly<Record<string, TemplatePart>>)[]): ShownMembers {
  let members = read.get(list)
  if (!members) {
    const names = list.filter((entry) => typeof entry === 'string')
    const added: Record<string, TemplatePart> = Object.assign({}, ...list.filter((entry) => typeof entry !== 'string'))
    read.set(list, (members = { names, added }))
  }
  return members
}

/** The members of a resource's records that clients see, by the convention `recordMembers`; undefined for all. */
export function visibleMembers(
  { plural, alwaysFull }: Pick<Resource, 'plural' | 'alwaysFull'>,
  { recordMembers }: Pick<OperationConventions, 'recordMembers'>,
): ShownMembers | undefined {
  if (recordMembers === 'full') return undefined
  if (recordMembers === 'minimal') return alwaysFull ? undefined : least
  return Object.hasOwn(recordMembers, plural) ? readShownMembers(recordMembers[plural]!) : undefined
}
