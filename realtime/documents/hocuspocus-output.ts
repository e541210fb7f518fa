import type { Logger } from 'pino'

const terminal: Pick<Console, 'error' | 'warn'> = globalThis.console

/**
 * Matches messages of Hocuspocus about failures of the server. All other messages are about invalid input of
 * clients.
 */
const ownFailures = /^(Caught error during storeDocumentHooks|afterHandleMessage hook failed)/
const longestLine = 300

/**
 * Turns the console output of Hocuspocus into single log lines. Hocuspocus prints rejected frames with a long
 * stack trace for each. Output of other code does not change. Returns a function that restores the console.
 */
export function redirectHocuspocusOutputToLog(log: Pick<Logger, 'info' | 'error'>): () => void {
  const stops = (['error', 'warn'] as const).map((way) => {
    const print = terminal[way]
    const replacement = (...parts: unknown[]) => {
      if (isCalledByHocuspocus()) write(log, parts)
      else print(...parts)
    }
    terminal[way] = replacement
    return () => {
      if (terminal[way] === replacement) terminal[way] = print
    }
  })
  return () => {
    for (const stop of stops) stop()
  }
}

function write(log: Pick<Logger, 'info' | 'error'>, parts: unknown[]): void {
  const [line = ''] = parts.map(inWords).join(' ').slice(0, longestLine).split('\n')
  const error = parts.find((part) => part instanceof Error)
  if (ownFailures.test(line)) log.error({ err: error }, line)
  else log.info({ reason: line }, 'a document frame was refused')
}

function inWords(part: unknown): string {
  if (!(part instanceof Error)) return String(part)
  return 'reason' in part ? String(part.reason) : part.message
}

/**
 * Returns whether Hocuspocus called the console. The first three lines of the stack are the error message, this
 * function and the replacement of the console method. The fourth line is the caller.
 */
function isCalledByHocuspocus(): boolean {
  return new Error('where').stack?.split('\n')[3]?.includes('/@hocuspocus/') === true
}
