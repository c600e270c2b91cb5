import { toOpenApi } from '../../emulator/api/openapi/openapi.ts'
import { readBasePath, buildAdapterRegistry } from '../../emulator/options.ts'
import { type openapiOptions, settingsOf } from '../options/emulator-options.ts'
import type { Flags } from '../options/option.ts'
import { readFlags } from '../options/read-flags.ts'
import { readApiOptions } from '../serving/api-options.ts'
import { seedFromFlags } from '../serving/seed-from-flags.ts'

/** `emulator openapi`: prints the OpenAPI 3.1 document of the API as `start` with the same options serves it. */
export async function openapi(typed: Flags<typeof openapiOptions>): Promise<number> {
  const { flags } = await readFlags(typed)
  const { port, fixtures } = flags
  const { basePath, publicUrl } = settingsOf(flags).emulator ?? {}
  const { conventions, adapters } = await readApiOptions(flags)
  const { openMembers } = await seedFromFlags({ fixtures, seed: undefined, scale: undefined }, () => {})
  const document = toOpenApi({
    conventions,
    adapters: buildAdapterRegistry(adapters),
    serverUrl: publicUrl ?? `http://127.0.0.1:${port || 4113}${readBasePath(basePath)}`,
    ...(openMembers === undefined ? {} : { openMembers }),
  })
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  return 0
}
