import { comment, type DriverTemplate, eachTask } from './template.ts'

/** The form of a driver in process: a TypeScript module, a JavaScript module, or CommonJS. */
export type ScriptForm = 'typed' | 'module' | 'commonJs'

/** The name and the form of a driver file in process. Default: a module with the extension of its language. */
export interface ScriptStyle {
  readonly ending?: string
  readonly form?: ScriptForm
}

const driverHead: Readonly<Record<ScriptForm, string>> = {
  typed: "import type { ClientDriver } from '@platform-data/emulator/client'\n\nexport const driver: ClientDriver = {",
  module: "\n/** @type {import('@platform-data/emulator/client').ClientDriver} */\nexport const driver = {",
  commonJs: "\n/** @type {import('@platform-data/emulator/client').ClientDriver} */\nexports.driver = {",
}

const inProcessScript = (
  form: ScriptForm,
): string => `// Performs the tasks with your client, in the process of the test. The kit judges its requests and results.
// Fill in one task at a time. A task without a function is left out.
${driverHead[form]}
  // Makes your client. The tasks find it as \`client\`. Only this \`fetch\` reaches the emulator.
${form === 'typed' ? '  // ClientDriver<YourClient> types `client`.\n' : ''}  // open: ({ baseUrl, fetch, credentials: { clientId, clientSecret } }) =>
  //   new YourClient({ baseUrl, fetch, clientId, clientSecret }),

${eachTask((name, task) => {
  const members = Object.keys(task.input).map((member) => member.replace('?', ''))
  const input = members.length === 0 ? '' : `, input: { ${members.join(', ')} }`
  const key = name.includes('-') ? `'${name}'` : name
  return `${comment('  // ', task)}\n  // ${key}: async ({ client${input} }) => (${task.value.replaceAll('...', '/* … */').replaceAll('"', '')}),`
})}
}
`

/** The driver in process, in TypeScript or JavaScript. */
export function inProcessDriver(language: 'ts' | 'js', style: ScriptStyle = {}): DriverTemplate {
  const { ending = language, form = language === 'ts' ? 'typed' : 'module' } = style
  return { file: `platform-driver.${ending}`, text: inProcessScript(form) }
}
