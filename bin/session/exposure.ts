/** What it means to listen on another address, and what to do. */
export function exposureWarning(host: string): string {
  return (
    `Warning: --host ${host} lets other machines read and change everything here. The credentials follow from the ` +
    'seed, so they are no secret; only /_emulator/ is closed without --control-token TOKEN. ' +
    'Leave --host out to listen on 127.0.0.1 alone; ' +
    'otherwise let only trusted machines reach this port.'
  )
}
