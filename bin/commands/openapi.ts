import { defaultConventions } from '../../emulator/dialect/conventions.ts'
import { defineAdapter } from '../../emulator/services/define-adapter.ts'
import { toOpenApi } from '../../emulator/openapi/openapi.ts'
import { exampleAdapters } from '../../fixtures/adapters/adapters.ts'
import type { Given } from '../options/option-table.ts'
import { shapeOf } from '../options/read-options.ts'

/** `emulator openapi`: prints the OpenAPI 3.1 document of the API under the given conventions. */
export async function openapi(given: Given): Promise<number> {
  const { conventions, adapters = [], basePath = '', publicUrl } = await shapeOf(given)
  const registry = new Map([...exampleAdapters, ...adapters].map((adapter) => [adapter.name, defineAdapter(adapter)]))
  const document = toOpenApi({
    conventions: { ...defaultConventions, ...conventions },
    adapters: registry,
    serverUrl: publicUrl ?? `http://127.0.0.1:4113${basePath}`,
  })
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  return 0
}
