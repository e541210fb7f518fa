import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import type { PictureProcessingJob, PictureProcessingResult } from './job.ts'

/** Prepares pictures one at a time, alternating between users, in a process that runs only while needed. */
export interface PictureProcessor {
  prepare(job: PictureProcessingJob, sender: string): Promise<PictureProcessingResult>
  close(): void
}

/** Milliseconds without work after which the process ends and frees its memory. */
const idleFor = 10_000
/** Maximum milliseconds for one picture. Only a picture that was created to attack the server takes longer. */
const longest = 30_000

export function createPictureProcessor(log: Pick<Logger, 'warn'>): PictureProcessor {
  let child: ChildProcess | null = null
  // Users take turns, because a picture may take half a minute.
  const queue = createFairQueue({ atOnce: 1, atOncePerPerson: 1 })
  let idle: NodeJS.Timeout | undefined
  let ids = 0

  function running(): ChildProcess {
    if (child?.connected) return child
    const started = fork(new URL('./process.ts', import.meta.url), {
      env: {},
      execArgv: ['--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Only log the error, because callers receive the end of the process as an error. `unref` lets a stopping
    // server end without waiting for the process.
    started.on('error', (err) => log.warn({ err }, 'the process for pictures could not be started'))
    started.unref()
    started.channel?.unref()
    child = started
    return started
  }

  function end(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  async function run(job: PictureProcessingJob): Promise<PictureProcessingResult> {
    clearTimeout(idle)
    const [one, id] = [running(), ids++]
    try {
      return await runJob(one, id, job)
    } catch (error) {
      end()
      return { picture: null, reason: error instanceof Error ? error.message : String(error) }
    } finally {
      idle = setTimeout(end, idleFor).unref()
    }
  }

  return {
    prepare: (job, sender) => queue.pass(sender, () => run(job)),
    close: end,
  }
}

function runJob(
  child: ChildProcess,
  id: number,
  job: PictureProcessingJob,
): Promise<PictureProcessingResult> {
  return new Promise((resolve, reject) => {
    const failed = (reason: string) => () => over(() => reject(new Error(reason)))
    const onExit = failed('the process for pictures has ended')
    const tooLong = setTimeout(failed('the picture took too long'), longest)
    const onMessage = (message: unknown) => {
      const { id: answered, result } = message as { id: number; result: PictureProcessingResult }
      if (answered === id) over(() => resolve(result))
    }
    function over(settle: () => void): void {
      clearTimeout(tooLong)
      child.off('exit', onExit).off('error', onExit).off('message', onMessage)
      settle()
    }
    child.on('exit', onExit).on('error', onExit).on('message', onMessage)
    child.send({ id, job })
  })
}
