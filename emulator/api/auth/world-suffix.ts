// Credentials that name a world, for clients whose base URL cannot change: `<token>~<world>`.
/** The world of requests that do not name one. */
export const defaultWorldName = 'default'

const worldName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/**
 * Returns true if a text can be the name of a world. It has no `~`, so the last one in a credential begins the name.
 */
export function isWorldName(text: string): boolean {
  return worldName.test(text)
}

/** The world named by the suffix of a credential; undefined without a suffix. */
export function worldNamedBy(sent: string): string | undefined {
  const mark = sent.lastIndexOf('~')
  const name = sent.slice(mark + 1)
  return mark > 0 && isWorldName(name) ? name : undefined
}

/** The part of a world that a lookup of credentials needs. */
interface NamedWorld {
  readonly name: string
}

interface Hashing extends NamedWorld {
  readonly hashOf: (secret: string) => string
}

/** A credential without the name of its own world. The name of another world stays, so the credential is unknown. */
export function withoutWorld({ name }: NamedWorld, sent: string): string {
  return sent.endsWith(`~${name}`) ? sent.slice(0, -name.length - 1) : sent
}

/** The id of a stored credential in a world, by its secret as a client sends it. */
export function credentialId(world: Hashing, kind: 'bearer' | 'dsn' | 'key' | 'refresh', sent: string): string {
  return `${kind}:${world.hashOf(withoutWorld(world, sent))}`
}

/** The id of a stored OAuth client in a world, by its id as a client sends it. */
export function clientRecordId(world: NamedWorld, sent: string): string {
  return `client:${withoutWorld(world, sent)}`
}
