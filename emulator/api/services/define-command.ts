// Apart from defineAdapter, which loads the machine for the patterns of users: the examples do not need it.
import type { Static, TSchema, TString } from 'typebox'
import type { Command, CommandContext } from '../../model/contract/adapter.ts'
import { RequestId } from '../../model/resources/define-resource.ts'

/** The id of a record in the body of a command. Clients send it bare or prefixed; `handle` receives it bare. */
export const RecordId: TString = RequestId

interface CommandDefinition<Body extends TSchema> extends Omit<Command, 'body' | 'handle'> {
  readonly body: Body
  readonly handle: (context: CommandContext, body: Static<Body>) => unknown
}

/** Declares a command. The body of `handle` has the type of the schema. */
export function defineCommand<Body extends TSchema>(command: CommandDefinition<Body>): Command {
  return command
}
