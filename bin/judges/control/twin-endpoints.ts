// The part of the control API about the service that this emulator is a twin of.
import { Type } from 'typebox'
import { type ControlEndpoint, defineControl } from '../../../emulator/control/define-control.ts'
import { largeBody } from '../../../emulator/control/read-control.ts'
import { recordOf } from '../../../emulator/tools/record-of.ts'
import { emulatorSubject } from './emulator-subject.ts'
import { learnedBeside, pairAnswers } from './twin-answers.ts'
import { WithKind } from './with-kind.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const Shape = Type.Object(
  {
    status: Type.Integer(),
    mediaType: Type.String(),
    members: recordOf(Type.Array(Type.String()), { description: 'The types of each member, by its path.' }),
    relations: Type.Array(Type.String()),
    allow: Type.Array(Type.String()),
  },
  { description: 'The form of an answer, without its values.', additionalProperties: false },
)

const Answers = Type.Object(
  {
    baseUrl: Type.String({ description: 'The address of the service.' }),
    at: Type.String({ description: 'When it was learned, RFC 3339.' }),
    answers: Type.Array(
      Type.Object(
        {
          question: Type.String(),
          request: nullable(Type.String(), 'The method and the documented path; null where nobody asked it.'),
          service: nullable(Shape, 'The answer of the service; null where the recording has none.'),
          whyNone: nullable(WithKind(''), 'Why the recording has no answer.'),
          twin: nullable(Shape, 'The answer of this emulator; null where it could not be asked.'),
          differences: Type.Array(WithKind('A difference; left is the service.')),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'TwinAnswers', additionalProperties: false },
)

/** @param configFile The configuration file of this emulator. */
export function twinEndpoints(configFile: string | undefined): readonly ControlEndpoint[] {
  return [
    defineControl({
      id: 'twin',
      method: 'GET',
      path: '/twin',
      summary: 'Shows learned.json: what was learned of the service that this emulator is a twin of.',
      answers: [{ status: 200, description: 'The content of learned.json.', schema: recordOf(Type.Unknown()) }],
      handle: async () => ({ body: await learnedBeside(configFile) }),
    }),
    defineControl({
      id: 'twin.answers',
      method: 'POST',
      path: '/twin/answers',
      summary:
        'Asks a copy of this emulator what a service was asked when it was learned, and shows both answers to each question. It asks the service nothing.',
      body: Type.Object(
        {
          learned: Type.Optional(
            recordOf(Type.Unknown(), { description: 'The content of learned.json. Default: that of this twin.' }),
          ),
        },
        { additionalProperties: false },
      ),
      bodyOptional: true,
      bodyLimit: largeBody,
      answers: [{ status: 200, description: 'The answers, by question.', schema: Answers }],
      handle: async (context) => {
        const learned = (context.body as { learned?: unknown } | undefined)?.learned
        return { body: await pairAnswers(learned ?? (await learnedBeside(configFile)), await emulatorSubject(context)) }
      },
    }),
  ]
}
