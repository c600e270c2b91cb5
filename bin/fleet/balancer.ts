// Parts that all balancers share.

/** The name of a world, as a regular expression of both balancers. */
export const world = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}'

/** The answer of a balancer while a worker is down, in the emulator's default dialect. */
export const workerDown: string = JSON.stringify({
  error: {
    code: 'worker_down',
    message: 'The worker that has this world is down. Its worlds are in its --data file: start it again, then retry.',
    details: [],
  },
})

/** The comment at the top of a configuration. */
export function introduction(balancer: string, workers: readonly string[], file: string, command: string): string {
  const starts = workers.map((address, index) => {
    return `#      emulator start --port ${address.split(':')[1]} --data worker-${index + 1}.db\n`
  })
  return `# ${balancer} or later: one address for ${workers.length} emulators, by world.
#
# 1. Start the workers. All of them take the same further options, such as --seed and --fixtures:
${starts.join('')}# 2. Save this file as ${file} and run: ${command}
#
# Change the addresses below for workers on other machines. Start workers that are reached under another name with
# --public-url, and with --host and --control-token if they are on other machines.
#
# Each world is in one worker: its name is hashed. Requests without a world go to the worker of "default". A worker that
# is down is not replaced, because its worlds are in its --data file. The hash is consistent, so additional workers get
# only a share of the worlds, but nothing moves their data.
`
}
