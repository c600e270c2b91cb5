import {
  countsSchemas,
  enumSchema,
  formSchema,
  responseSchema,
  resultSchema,
  arraySchema,
  objectSchema,
  type Schema,
  textSchema,
} from '../../report/schema-words.ts'
import { levels } from '../catalogue/client-requirement.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { clientVerdicts, clientCauseKinds, clientFactKinds } from '../conclusions/client-conclusion.ts'
import { taskNames } from '../tasks/names.ts'

/** The name of a scenario, such as `slow-answers` or `token-expires=3`. */
const scenarioPattern = String.raw`^[a-z-]+(?:=\d+)?$`

const result = resultSchema(
  { verdicts: clientVerdicts, facts: clientFactKinds, causes: clientCauseKinds },
  {
    check: formSchema(String.raw`^client\.[a-z.-]+$`),
    requirement: enumSchema(clientRequirements.map(({ id }) => id)),
    level: enumSchema(levels),
    task: enumSchema([...taskNames, null]),
    input: { type: ['object', 'null'] },
    scenario: { type: ['string', 'null'], pattern: scenarioPattern },
  },
  { worlds: { type: 'integer', minimum: 2 } },
  { response: { anyOf: [responseSchema, { type: 'null' }] } },
)

const propertySchema = (name: string, schema: Schema): Schema => ({ properties: { [name]: schema } })

const levelCondition = (verdict: (typeof clientVerdicts)[number], level: (typeof levels)[number]): Schema => ({
  anyOf: [propertySchema('verdict', { not: { const: verdict } }), propertySchema('level', { const: level })],
})

const none: Schema = { const: null }

/** The rules between the members of a result. */
const relations: readonly Schema[] = [
  levelCondition('fail', 'stated'),
  levelCondition('advice', 'implied'),
  // A watched client does no task.
  { anyOf: [propertySchema('task', { not: none }), { properties: { input: none, scenario: none } }] },
  { anyOf: [propertySchema('task', none), propertySchema('input', { type: 'object' })] },
]

/** The JSON Schema of the report about a client, which the package has as `client-report.schema.json`. */
export const clientReportSchema: Schema = objectSchema({
  kind: { const: 'client' },
  ...countsSchemas(clientVerdicts),
  client: objectSchema({ name: textSchema, command: arraySchema(textSchema) }),
  results: arraySchema({ ...result, allOf: relations }),
})
