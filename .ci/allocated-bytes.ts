import { Session } from 'node:inspector/promises'

interface Allocations {
  readonly selfSize: number
  readonly children: readonly Allocations[]
}

const sumOf = ({ selfSize, children }: Allocations): number =>
  children.reduce((sum, child) => sum + sumOf(child), selfSize)

/** Bytes that this thread allocates in a run, whether they are collected meanwhile or not. */
export async function allocatedBytes(run: () => Promise<unknown>): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await run()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  return sumOf(profile.head)
}
