/** Whether only this machine reaches an address to listen on. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|(?:.+\.)?localhost\.?|(?:0*:)*:?0*1|::ffff:127(?:\.\d{1,3}){3})$/i.test(host)
}

/** What it means to listen on another address, and what to do. */
export function exposureWarning(host: string): string {
  return (
    `Warning: --host ${host} lets other machines read and change everything here. The credentials follow from the ` +
    'seed, so they are no secret, and /_emulator/ needs none. Leave --host out to listen on 127.0.0.1 alone; ' +
    'otherwise let only trusted machines reach this port, and turn /_emulator/ off by --no-control.'
  )
}
