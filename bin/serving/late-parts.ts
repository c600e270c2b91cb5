import type { ControlEndpoint } from '../../emulator/control/define-control.ts'
import type { EmulatorParts } from '../../emulator/open-emulator.ts'
import { useValidator } from '../../emulator/tools/json-schema.ts'

/**
 * Loads the control API with its first request, and the deviations only where one is named: together they are a third
 * of the code, and most starts need neither.
 * @param deviations The names that the emulator begins with.
 * @param moreControl Makes the endpoints that the caller adds to the control API.
 */
export async function lateParts(
  deviations: readonly string[],
  moreControl: () => Promise<readonly ControlEndpoint[]> = async () => [],
): Promise<EmulatorParts> {
  return {
    createControl: async (emulator, conventions) => {
      const [{ createControl }, more] = await Promise.all([import('../../emulator/control/control.ts'), moreControl()])
      return createControl(emulator, conventions, more)
    },
    saveCase: async (emulator, options) =>
      (await import('../../emulator/case/save-case.ts')).saveCase(emulator, options),
    deviationNamed:
      deviations.length > 0
        ? (await import('../../emulator/disturb/deviations/deviation-named.ts')).deviationNamed
        : (name) => {
            throw new Error(`the deviations were not loaded, so there is no ${name}`)
          },
  }
}

/** Loads Ajv. Of a start, only what options and files hold is checked by it; each request may need it. */
export async function loadValidator(): Promise<void> {
  useValidator((await import('../../emulator/tools/schema-validator.ts')).faultsOf)
}
