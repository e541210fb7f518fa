import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * A child process that runs the measured code, so that this code does not share an event loop with the code
 * that measures it.
 */
export interface MeasuredChildProcess {
  /** Sends a message and resolves to the next message from the child. */
  ask<Answer>(message: object): Promise<Answer>
  /** Resolves to the next message from the child, without sending a request. */
  hear<Message>(): Promise<Message>
  send(message: object): void
  end(): Promise<void>
}

/**
 * Starts a child process. If the child takes the place of the server in a comparison, `execArgv` should contain the V8
 * options of the server.
 */
export function startChild(file: string, args: string[] = [], execArgv: string[] = []): MeasuredChildProcess {
  const child = fork(new URL(file, import.meta.url), args, { execArgv })
  return {
    async ask(message) {
      const answer = hear(child)
      child.send(message)
      return (await answer) as never
    },
    async hear() {
      return (await hear(child)) as never
    },
    send: (message) => void child.send(message),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function hear(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController()
  const leave = (code: number | null) => gone.abort(new Error(`a child ended with ${code}`))
  child.once('exit', leave)
  try {
    const [message] = await once(child, 'message', { signal: gone.signal })
    return message
  } finally {
    child.off('exit', leave)
  }
}

/** Sends a message to the parent process. */
export function sendToParent(message: object): void {
  process.send?.(message)
}

/** Returns the milliseconds of a clock that all processes of this machine share. */
export function sharedClockMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
