// The holes of each convention that takes a template.

/** What a template can say of a hole. */
export interface Hole {
  /** True if it is JSON, which cannot stand within a text. */
  readonly isJson?: true
  /** True if a template without it is refused. */
  readonly isNeeded?: true
  /** True if a template may name a member by it, or give it as a value. */
  readonly isName?: true
  /** True if some answers have nothing for it. A member with such a hole is left out. */
  readonly isOptional?: true
  /** The most bytes that it fills, where answers are bounded. */
  readonly bytes?: number
}

/** Holes by name, with `$`. */
export type Holes = Readonly<Record<string, Hole>>

const requestId: Hole = {}
const kind: Hole = { isName: true }
const needed: Hole = { isNeeded: true, isJson: true }

/** The holes whose values a template may repeat a part for, with the hole of a single one, and those beside it. */
export const eachOf: Readonly<Record<string, { readonly item: string; readonly beside: Holes }>> = {
  $items: { item: '$item', beside: { $id: { isName: true }, $members: { isJson: true }, $kind: kind } },
  $allowed: { item: '$option', beside: {} },
}

/** Members of an object that say what becomes of it. */
export const directives = ['$when', '$unless', '$each', '$key', '$value', '$text'] as const

/** The most bytes of a part that is repeated for each allowed value. */
export const mostEachBytes = 200

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

/** The most bytes of the allowed values in an error body. */
export const mostAllowedBytes = 8000

/** The holes of each template. */
export const holesOf: Readonly<Record<TemplateName, Holes>> = {
  listEnvelope: {
    $items: needed,
    $hasMore: { isOptional: true },
    $next: { isOptional: true },
    $kind: kind,
    $requestId: requestId,
  },
  legacyListEnvelope: {
    $items: needed,
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
    $message: { bytes: 12_000 },
    $code: {},
    $allowed: { isNeeded: true, isOptional: true, bytes: mostAllowedBytes },
    $details: { isJson: true, bytes: 20_000 },
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

/** The member of an error template that names its media type. */
export const mediaTypeMember = '$mediaType'

/**
 * Marks where a value comes later, in texts that are written once. No template may hold this character. One beyond
 * Latin-1 would make the texts of all pages of two bytes a character, which takes half as long again.
 */
export const placeMark = '\u007F'

/** The holes that some answers do not fill. */
export function optionalHoles(name: TemplateName): ReadonlySet<string> {
  return new Set(Object.entries(holesOf[name]).flatMap(([hole, { isOptional }]) => (isOptional ? [hole] : [])))
}
