import { thrownText } from '../../emulator/tools/short-text.ts'

/**
 * Keeps the process alive after a stray error of an adapter module, such as an unhandled rejection. The command that
 * caused it has been answered, and Node would end the process with all worlds.
 * @returns a function that removes the handler.
 */
export function outliveStrayErrors(say: (line: string) => void): () => void {
  const onError = (error: unknown) => {
    const [message, stack] = [thrownText(error), stackText(error)]
    say(
      `An error came from outside of any request, probably from an adapter; the emulator continues: ${message}${stack}`,
    )
  }
  // Unhandled rejections are also reported here.
  process.on('uncaughtException', onError)
  return () => process.off('uncaughtException', onError)
}

function stackText(error: unknown): string {
  try {
    const { stack } = error as Error
    return typeof stack === 'string' ? `\n${stack.slice(0, 2000)}` : ''
  } catch {
    return ''
  }
}
