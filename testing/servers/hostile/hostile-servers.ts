import type { HostileServer } from './hostile-server.ts'
import { oddAnswerServers } from './odd-answers.ts'
import { oddJsonServers } from './odd-json.ts'
import { oddSchemaServers } from './odd-schemas.ts'

/** Every hostile server. */
export const hostileServers: readonly HostileServer[] = [...oddJsonServers, ...oddSchemaServers, ...oddAnswerServers]
