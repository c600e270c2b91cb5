import type { OperationId } from '../catalogue/operations.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import {
  type CreateHook,
  createHooks,
  type Leftover,
  type LeftoverReason,
  type CreatedObject,
} from '../conclusions/leftover.ts'
import { statementText } from './text.ts'

/** The nouns of what operations make. */
const nouns: Readonly<Partial<Record<OperationId, string>>> = {
  'access-tokens.create': 'personal access token',
  'connect.browser': 'connection',
  'connect.prepare': 'state codes',
  'groups.create': 'group',
  'oauth.token': 'access tokens',
  'services.invoke': 'command invoked:',
}

/** The kinds whose noun in a line is not the singular of what they are. */
const singular: Readonly<Partial<Record<OperationId, string>>> = {
  'connect.prepare': 'state code',
  'oauth.token': 'access token',
  'services.invoke': 'invoked command',
}

/** The kind of an object, in the singular. */
export function leftoverKind(made: CreatedObject): string {
  if (made.hook !== undefined) return createHooks[made.hook].noun
  return (made.operation && singular[made.operation]) ?? objectNoun(made)
}

/** An object that a run made and could not delete, with the reason, for a person. */
export function leftoverText({ made, why }: Leftover): string {
  if (made.hook !== undefined) return hookText({ ...made, hook: made.hook }, why)
  switch (why.kind) {
    case 'undocumented':
    case 'noHook':
      return `${objectNoun(made)} ${made.id ?? made.name}: no documented undo`
    case 'ends':
      return `${objectNoun(made)} ${made.id ?? made.name}: no documented undo; they end by themselves`
    case 'unidentified':
      return `${describeObject(made)} may exist: its id never came back`
    case 'unlisted':
      return `${describeObject(made)} may exist: it is not deleted, as no list shows a well-formed id of this name`
    case 'refused':
      return `${describeObject(made)}: DELETE answered ${why.status}`
    case 'failed':
      return `${describeObject(made)}: ${leftoverReason(why.error)}`
  }
}

/** An object that a hook made. Its name is the hook's. */
function hookText({ hook, id }: CreatedObject & { readonly hook: CreateHook }, why: LeftoverReason): string {
  const { noun, deletedBy } = createHooks[hook]
  const thing = `${noun} ${id === undefined ? '' : `${id} `}made by hooks.${hook}`
  switch (why.kind) {
    case 'noHook':
      return `${thing}: declare hooks.${deletedBy} to have such ${noun}s deleted`
    case 'refused':
      return `${thing}: hooks.${deletedBy} answered ${why.status}`
    case 'failed':
      return `${thing}: ${leftoverReason(why.error)}`
    case 'undocumented':
    case 'ends':
    case 'unidentified':
    case 'unlisted':
      return `${thing}: the answer of the hook shows no id of a new ${noun} to delete it by`
  }
}

const objectNoun = ({ operation }: CreatedObject): string => (operation && nouns[operation]) ?? 'request'

const describeObject = (made: CreatedObject): string =>
  `${objectNoun(made)} ${made.id === undefined ? '' : `${made.id} `}named ${made.name}`

function leftoverReason(error: unknown): string {
  if (error instanceof Conclusion) return statementText(error.statement)
  // The end of a run, too, has a time limit.
  if (error instanceof Error && error.name === 'TimeoutError')
    return 'the time for deleting was over before an answer came'
  return error instanceof Error ? error.message : String(error)
}
