// The holes of each convention that takes a template.

/** The properties of a hole. */
export interface Hole {
  /** True if it is JSON, which cannot be part of a string. */
  readonly isJson?: true
  /** True if a template without it is refused. */
  readonly isNeeded?: true
  /** True if a template may name a member by it, or give it as a value. */
  readonly isName?: true
  /** True if some answers have no value for it. A member with such a hole is then left out. */
  readonly isOptional?: true
  /** True if it is a list, which a template may leave out where it is empty. */
  readonly isList?: true
  /** True if only the shipped shapes use it. Messages do not list it. */
  readonly isUnlisted?: true
}

/** Holes by name, with `$`. */
export type Holes = Readonly<Record<string, Hole>>

const requestId: Hole = {}
const kind: Hole = { isName: true }
const needed: Hole = { isNeeded: true, isJson: true }

/** A hole that a template can repeat a part for, and the holes of that part. */
interface RepeatableHole {
  readonly holes: Holes
  /** The hole that may name each part, which makes an object of them. */
  readonly key?: string
  /** The hole that each part must have. */
  readonly needed?: string
  /** True if there is always at least one part. */
  readonly isNeverEmpty?: true
}

/** The holes that a template may repeat a part for. For commands, the place of `$name` decides the repeated part. */
export const repeatedHoles: Readonly<Record<string, RepeatableHole>> = {
  $items: {
    holes: { $item: { isJson: true }, $id: { isName: true }, $members: { isJson: true }, $kind: kind },
    key: '$id',
  },
  $allowed: { holes: { $option: {} }, needed: '$option' },
  // A refusal without details has one part, with its message.
  $details: {
    holes: {
      $at: { isOptional: true },
      $message: {},
      $allowed: { isOptional: true },
      $code: {},
    },
    isNeverEmpty: true,
  },
}

/** The holes in the headers and cookies of answer forms. */
export const headerHoles: Holes = {
  $requestId: requestId,
  $hash: {},
  $date: {},
  $time: {},
  $remaining: {},
  $reset: {},
  $resetAt: {},
}

/** The holes in the members of answer forms. */
export const memberHoles: Holes = { $message: {} }

/** Members that control how an object is written. */
export const directives = ['$when', '$unless', '$each', '$key', '$value', '$text'] as const

/** The conventions that take a template. */
export const templateNames = [
  'listEnvelope',
  'legacyListEnvelope',
  'objectEnvelope',
  'errorBody',
  'tokenResponse',
  'capabilities',
  'stateCodeName',
] as const

/** The name of a convention that takes a template. */
export type TemplateName = (typeof templateNames)[number]

/** The holes of each template. */
export const holesOf: Readonly<Record<TemplateName, Holes>> = {
  listEnvelope: {
    $items: { ...needed, isList: true },
    $hasMore: { isOptional: true },
    $next: { isOptional: true },
    // The id of the last record on a page, also where no page follows.
    $last: { isOptional: true },
    $kind: kind,
    $requestId: requestId,
  },
  legacyListEnvelope: {
    $items: { ...needed, isList: true },
    $hasMore: { isOptional: true },
    $next: { isOptional: true },
    $kind: kind,
    $requestId: requestId,
  },
  objectEnvelope: {
    $item: { isJson: true },
    $members: { isJson: true },
    $id: {},
    $secret: {},
    $kind: kind,
    $requestId: requestId,
  },
  errorBody: {
    $message: {},
    $code: {},
    $allowed: { isNeeded: true, isOptional: true },
    // The allowed values, and also the versions or commands that a path could name.
    $options: { isOptional: true, isUnlisted: true },
    $details: { isJson: true },
    $status: {},
    $requestId: { isOptional: true },
  },
  tokenResponse: {
    $access_token: { isNeeded: true },
    $token_type: {},
    $expires_in: {},
    $expires_at: {},
    $refresh_token: {},
    $scope: { isOptional: true },
    $requestId: requestId,
  },
  capabilities: {
    $name: { isNeeded: true, isName: true },
    $description: {},
    $inputSchema: { isNeeded: true, isJson: true },
    $outputSchema: { isJson: true },
    $requestId: requestId,
  },
  stateCodeName: { $state: { isNeeded: true }, $expires_in: {}, $url: {}, $requestId: requestId },
}

/** The holes that are null where a page has no such record. */
export const nullableHoles: ReadonlySet<string> = new Set(['$next', '$last'])

/** The member of an error template that names its media type. */
export const mediaTypeMember = '$mediaType'

/** The names of the holes of a template, as messages list them. */
export function listedHoles(holes: Holes): readonly string[] {
  return Object.keys(holes).filter((hole) => !holes[hole]!.isUnlisted)
}

/** The holes that are filled with JSON. */
export const jsonHoles: ReadonlySet<string> = new Set(
  [...Object.values(holesOf), ...Object.values(repeatedHoles).map(({ holes }) => holes)].flatMap((holes) =>
    Object.keys(holes).filter((hole) => holes[hole]!.isJson),
  ),
)

/** The holes that some answers do not fill. */
export function optionalHoles(name: TemplateName): ReadonlySet<string> {
  const all = [holesOf[name], ...Object.values(repeatedHoles).map(({ holes }) => holes)]
  return new Set(all.flatMap((holes) => Object.keys(holes).filter((hole) => holes[hole]!.isOptional)))
}
