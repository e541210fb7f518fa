import { Worker } from 'node:worker_threads'
import { AppError } from '#common/platform/errors.ts'
import type { ParsedBody, UnparsedBody } from '#common/platform/parse-body.ts'
import type { MergedDocument, MergeTask } from './merge-document.ts'
import type { FileToParse, ParsedFile } from './parse-imported-file.ts'
import type { ThreadResult, ThreadTask } from './thread.ts'

export interface ThreadPool {
  /**
   * Runs `mergeDocument` in a worker thread. The tasks of one user run one after the other, so that one user
   * cannot block all others. Throws `too_large` if a task exceeds its time or memory, `rate_limited` if one
   * user queues too much, and `unavailable` if the machine is overloaded.
   */
  merge(task: MergeTask, person: string): Promise<MergedDocument>
  /** Converts an imported file to HTML. The limits are those of `merge`. */
  read(file: FileToParse, person: string): Promise<ParsedFile>
  /** Parses the body of a request. The limits are those of `merge`. */
  parse(body: UnparsedBody, person: string): Promise<ParsedBody>
  close(): Promise<void>
}

export interface ThreadLimits {
  threads: number
  /** Maximum processor time of one task in milliseconds. */
  slowestMs: number
  /**
   * Maximum total time of one task in milliseconds. The limit is higher than `slowestMs`, because a thread
   * may have to wait for a processor on a busy machine.
   */
  longestMs: number
  /**
   * If a task takes longer than this number of milliseconds, its user counts as slow for the next `slowForMs`.
   * Slow users cannot occupy the last free thread.
   */
  slowAfterMs: number
  slowForMs: number
  /**
   * Maximum memory of one task in megabytes. The function `watch` enforces this limit. V8's own limit is twice
   * as high.
   */
  memoryMb: number
  /** Maximum queued bytes per user. Each task counts as at least `leastBytes`. */
  mostWaiting: number
  /** Milliseconds without work after which a thread ends, to free its memory. */
  idleMs: number
}

const defaultLimits: ThreadLimits = {
  threads: 2,
  slowestMs: 15_000,
  longestMs: 60_000,
  slowAfterMs: 3_000,
  slowForMs: 60_000,
  memoryMb: 512,
  mostWaiting: 48 * 1024 * 1024,
  idleMs: 60_000,
}
const leastBytes = 256 * 1024
const watchIntervalMs = 100

interface Job {
  task: ThreadTask
  person: string
  bytes: number
  resolve(answer: ThreadResult): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  job: Job | null
  /** Time at which the thread started the job, in milliseconds. */
  since: number
  /** Ends the thread when its task takes too long, or when the thread has no work. */
  timer: NodeJS.Timeout | undefined
}

/** Merges a document in a worker thread. The process starts its threads with the first task. */
export const mergeDocumentInThread: ThreadPool['merge'] = async (task, person) => {
  threads ??= createThreadPool()
  return threads.merge(task, person)
}

export const parseFileInThread: ThreadPool['read'] = async (file, person) => {
  threads ??= createThreadPool()
  return threads.read(file, person)
}

export const parseBodyInThread: ThreadPool['parse'] = async (body, person) => {
  threads ??= createThreadPool()
  return threads.parse(body, person)
}

let threads: ThreadPool | undefined

export function createThreadPool(limits: ThreadLimits = defaultLimits): ThreadPool {
  /** Waiting jobs by user. The next job comes from the first user in the map. */
  const waiting = new Map<string, Job[]>()
  const threads = new Set<Thread>()
  const slow = createSlowPeople(limits)

  function serveNext(): void {
    const served = new Set([...threads].flatMap(({ job }) => job?.person ?? []))
    for (const [person, [job, ...later]] of waiting) {
      if (served.has(person) || !job || slow.mustLeaveOne(person, served)) continue
      const thread = [...threads].find((one) => one.job === null) ?? startThread()
      if (!thread) return
      waiting.delete(person)
      if (later.length > 0) waiting.set(person, later)
      served.add(person)
      startJob(thread, job)
    }
  }

  function startThread(): Thread | null {
    if (threads.size >= limits.threads) return null
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb * 2 },
    })
    const thread: Thread = { worker, job: null, since: 0, timer: undefined }
    threads.add(thread)
    worker.on('message', (answer: ThreadResult) => finishJob(thread, answer))
    worker.on('error', (error: Error) => endThread(thread, isOutOfMemory(error) ? tooLargeError() : error))
    worker.on('exit', () => endThread(thread, new Error('a thread of documents ended')))
    return thread
  }

  function startJob(thread: Thread, job: Job): void {
    thread.job = job
    thread.since = Date.now()
    thread.worker.ref()
    clearTimeout(thread.timer)
    thread.worker.postMessage(job.task)
    void watch(thread, job, limits, (error) => endThread(thread, error))
  }

  function finishJob(thread: Thread, answer: ThreadResult): void {
    const { job } = thread
    slow.note(thread)
    thread.job = null
    thread.worker.unref()
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => endThread(thread), limits.idleMs).unref()
    job?.resolve(answer)
    serveNext()
  }

  function endThread(thread: Thread, error?: Error): void {
    if (!threads.delete(thread)) return
    slow.note(thread)
    clearTimeout(thread.timer)
    void thread.worker.terminate()
    if (error) thread.job?.reject(error)
    serveNext()
  }

  async function runTask(task: ThreadTask, person: string): Promise<ThreadResult> {
    const jobs = waiting.get(person) ?? []
    const bytes = sizeOf(task)
    const ahead = jobs.reduce((sum, job) => sum + job.bytes, 0)
    if (jobs.length > 0 && ahead + bytes > limits.mostWaiting) throw rateLimitError()
    return new Promise((resolve, reject) => {
      waiting.set(person, [...jobs, { task, person, bytes, resolve, reject }])
      serveNext()
    })
  }

  return {
    async merge(task, person) {
      const answer = await runTask(task, person)
      if ('merged' in answer) return answer.merged
      throw refusalIn(answer)
    },
    async read(file, person) {
      const answer = await runTask({ file }, person)
      if ('read' in answer) return answer.read
      throw refusalIn(answer)
    },
    async parse(body, person) {
      const answer = await runTask({ body }, person)
      if ('parsed' in answer) return answer.parsed
      throw refusalIn(answer)
    },
    async close() {
      for (const thread of threads) endThread(thread, new Error('the server is closing'))
    },
  }
}

/** Tracks users whose tasks are slow. Otherwise a few users with slow texts could occupy all threads. */
function createSlowPeople({ threads, slowAfterMs, slowForMs }: ThreadLimits) {
  /** For each slow user, the time until which the user counts as slow. */
  const slow = new Map<string, number>()

  function isSlow(person: string): boolean {
    const end = slow.get(person)
    if (end !== undefined && end <= Date.now()) slow.delete(person)
    return slow.has(person)
  }

  return {
    /** Returns true if the user must leave the last free thread to other users. */
    mustLeaveOne(person: string, served: Set<string>): boolean {
      const slowOnes = [...served].filter(isSlow).length
      return threads > 1 && isSlow(person) && slowOnes >= threads - 1
    },
    /** Marks the user of a job as slow if the job took longer than `slowAfterMs`. */
    note({ job, since }: Thread): void {
      const now = Date.now()
      for (const person of slow.keys()) isSlow(person)
      if (job && now - since > slowAfterMs) slow.set(job.person, now + slowForMs)
    },
  }
}

/**
 * Ends the thread if its job takes too much time or memory. The memory includes the modules that the thread
 * loads. V8 detects exhausted memory too late, so a large array could crash the whole process. The limit in
 * this function is therefore much lower than V8's limit.
 */
async function watch(
  thread: Thread,
  job: Job,
  limits: ThreadLimits,
  endThread: (error: Error) => void,
): Promise<void> {
  const busyAt = Date.now() + limits.longestMs
  const before = await processorTime(thread.worker)
  const checkLimits = async () => {
    const [used, heapBytes] = await Promise.all([processorTime(thread.worker), usedHeapBytes(thread.worker)])
    if (thread.job !== job) return
    if (used - before > limits.slowestMs || heapBytes > limits.memoryMb * 1024 * 1024)
      endThread(tooLargeError())
    else if (Date.now() > busyAt) endThread(busyError())
    else thread.timer = setTimeout(checkLimits, watchIntervalMs)
  }
  if (thread.job === job) thread.timer = setTimeout(checkLimits, watchIntervalMs)
}

function refusalIn(answer: ThreadResult): Error {
  if ('refused' in answer) {
    const { code, message, details } = answer.refused
    return new AppError(code, message, details)
  }
  return new Error('failed' in answer ? answer.failed : 'a thread of documents answered something else')
}

function sizeOf(task: ThreadTask): number {
  if ('file' in task) return leastBytes + task.file.text.length
  if ('body' in task) return leastBytes + task.body.bytes.byteLength
  const { parts, html, content } = task
  const texts = (html?.length ?? 0) + (content?.html?.length ?? 0) + (content?.binary?.length ?? 0)
  return parts.reduce((sum, part) => sum + part.byteLength, leastBytes + texts)
}

/** Returns the processor time of the thread in milliseconds, or 0 if the thread has ended. */
async function processorTime(worker: Worker): Promise<number> {
  const usage = await worker.cpuUsage().catch(() => null)
  return usage === null ? 0 : (usage.user + usage.system) / 1000
}

/** Returns the heap size of the thread in bytes, or 0 if the thread has ended. */
async function usedHeapBytes(worker: Worker): Promise<number> {
  const heap = await worker.getHeapStatistics().catch(() => null)
  return heap === null ? 0 : heap.used_heap_size
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooLargeError(): AppError {
  return new AppError('too_large', 'The document is too complex to process.')
}

function busyError(): AppError {
  return new AppError('unavailable', 'The server is busy. Please try again.', { retry_after: 5 })
}

function rateLimitError(): AppError {
  return new AppError('rate_limited', 'Too many documents at once. Try again in a moment.', {
    retry_after: 5,
  })
}
