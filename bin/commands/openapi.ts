import { toOpenApi } from '../../emulator/api/openapi/openapi.ts'
import { readBasePath, registryOf } from '../../emulator/options.ts'
import { shapeOptions } from '../options/emulator-options.ts'
import { type ParsedArguments, readOptions } from '../options/option.ts'
import { readApiOptions } from '../serving/api-options.ts'

/** `emulator openapi`: prints the OpenAPI 3.1 document of the API under the given conventions. */
export async function openapi(parsed: ParsedArguments): Promise<number> {
  const { conventions, adapters, basePath, publicUrl } = await readApiOptions(readOptions(shapeOptions, parsed))
  const document = toOpenApi({
    conventions,
    adapters: registryOf(adapters),
    serverUrl: publicUrl ?? `http://127.0.0.1:4113${readBasePath(basePath)}`,
  })
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  return 0
}
