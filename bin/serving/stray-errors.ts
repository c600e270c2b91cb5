import { thrownText } from '../../emulator/tools/thrown-text.ts'

/**
 * Goes on after an error that the module of an adapter leaves behind, such as a rejected promise that nothing awaits:
 * the command that began it has been answered, and Node would end the process with all worlds.
 * @returns what ends this.
 */
export function outliveStrayErrors(say: (line: string) => void): () => void {
  const onError = (error: unknown) => {
    const [message, stack] = [thrownText(error), stackOf(error)]
    say(`An error came from outside of any request, probably from an adapter; the emulator goes on: ${message}${stack}`)
  }
  // A rejection that nothing handles comes here as well.
  process.on('uncaughtException', onError)
  return () => process.off('uncaughtException', onError)
}

function stackOf(error: unknown): string {
  try {
    const { stack } = error as Error
    return typeof stack === 'string' ? `\n${stack.slice(0, 2000)}` : ''
  } catch {
    return ''
  }
}
