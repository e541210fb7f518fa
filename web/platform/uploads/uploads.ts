import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { isPictureType } from '#common/documents/files/file-types.ts'
import { type FileEntityType, fileProblem } from '#common/documents/files/rules.ts'
import type { UploadTarget } from '#common/documents/files/schema.ts'
import { cleanFileName } from '#common/platform/file-name.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'
import { beforeWipe, store } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { announce } from '../ui/announce.ts'
import { setWarnBeforeClose } from './close-warning.ts'
import { fileSizeLimit, forgetFileSizeLimit } from './limit.ts'
import { fileProblemText, uploadFailureText } from './problems.ts'
import { sendFile } from './send-file.ts'

/** A file that is being uploaded or has failed. */
export interface Upload {
  id: string
  name: string
  size: number
  /**
   * Content type that the browser reports. It is `application/octet-stream` if the browser does not know the
   * type.
   */
  type: string
  /** Local URL of a picture; null for other files. */
  preview: string | null
  /** The sent share of the file, from 0 to 1. */
  sent: number
  status: 'waiting' | 'sending' | 'failed'
  /** The reason why the upload failed, as a text for the user. Null if the upload has not failed. */
  reason: string | null
  /** True if a retry may succeed. A file that is too large always fails. */
  canRetry: boolean
}

/** The functions that upload a file and attach it to its owner, such as a work item. */
export interface UploadDestination {
  entityType: FileEntityType
  /** True if only pictures are accepted. */
  isOfPictures?: boolean
  /**
   * Registers the file on the server and returns the URL and form fields for the upload. Requests with the
   * same id return the same upload.
   */
  createUpload: (announced: { id: string; name: string; type: string; size: number }) => Promise<UploadTarget>
  /** Confirms the upload and shows the file. */
  confirm: (id: string) => Promise<void>
  /** If given, a rejected file is not listed, and this function is called with the reason instead. */
  refused?: (reason: string) => void
}

/** Uploads of an owner, such as a work item, in the order in which they were added. */
export const uploadsAtom = atomFamily((_owner: string) => atom<readonly Upload[]>([]))

/**
 * Minimum milliseconds between two updates of the shown upload progress, which is about one frame. Browsers
 * report progress more often.
 */
export const progressIntervalMs = 16

/** The maximum number of parallel uploads. More uploads would share the same bandwidth. */
const atOnce = 3

interface Running {
  owner: string
  file: File
  destination: UploadDestination
  over: AbortController
}

const running = new Map<string, Running>()
const queue: string[] = []
let sending = 0

/** Uploads files for an owner. A file that cannot be uploaded is listed with the reason. */
export async function startUploads(
  owner: string,
  files: readonly File[],
  destination: UploadDestination,
): Promise<void> {
  if (files.length === 0) return
  const limit = await fileSizeLimit()
  for (const file of files) enqueue(owner, newId(), file, destination, limit)
  next()
}

/**
 * Uploads one file under an id that the caller has generated. This id is also the key of the upload in
 * `uploadsAtom`.
 */
export async function startUpload(id: string, file: File, destination: UploadDestination): Promise<void> {
  // Lists the upload immediately, before any request.
  enqueue(id, id, file, destination, Number.POSITIVE_INFINITY)
  const limit = await fileSizeLimit()
  const problem = fileProblem(fileAttributesForUpload(file), { limit, ...destination })
  const at = queue.indexOf(id)
  // If the upload has already started, the server decides whether it accepts the file.
  if (problem === null || at === -1) return next()
  queue.splice(at, 1)
  const reason = fileProblemText(problem, limit)
  if (destination.refused) {
    forget(id)
    destination.refused(reason)
  } else change(id, { status: 'failed', reason, canRetry: false })
}

function enqueue(owner: string, id: string, file: File, destination: UploadDestination, limit: number): void {
  const announced = fileAttributesForUpload(file)
  const problem = fileProblem(announced, { limit, ...destination })
  const preview = isPictureType(file.type) && problem === null ? URL.createObjectURL(file) : null
  const base = { id, ...announced, preview, sent: 0 }
  running.set(id, { owner, file, destination, over: new AbortController() })
  if (problem !== null) {
    add(owner, { ...base, status: 'failed', reason: fileProblemText(problem, limit), canRetry: false })
    return
  }
  add(owner, { ...base, status: 'waiting', reason: null, canRetry: true })
  queue.push(id)
}

/** Cancels an upload, or removes a failed one. */
export function cancelUpload(id: string): void {
  const one = running.get(id)
  if (one === undefined) return
  one.over.abort(new Error(t('failures.uploadCanceled')))
  announce(t('failures.uploadCanceled'))
  forget(id)
}

export function retryUpload(id: string): void {
  const one = running.get(id)
  if (one === undefined || queue.includes(id)) return
  one.over = new AbortController()
  change(id, { status: 'waiting', reason: null, sent: 0 })
  queue.push(id)
  next()
}

/**
 * Returns the name, type and size of a file for the server. Files of unknown type are sent as
 * `application/octet-stream`.
 */
export function fileAttributesForUpload({ name, type, size }: File) {
  return { name: cleanFileName(name), type: type === '' ? 'application/octet-stream' : type, size }
}

function next(): void {
  while (sending < atOnce && queue.length > 0) {
    const id = queue.shift() ?? ''
    const one = running.get(id)
    if (one === undefined) continue
    sending++
    void send(id, one).finally(() => {
      sending--
      next()
    })
  }
  setWarnBeforeClose(running, sending > 0)
}

async function send(id: string, { file, destination, over }: Running): Promise<void> {
  const { signal } = over
  change(id, { status: 'sending' })
  try {
    const uploadTarget = await destination.createUpload({ id, ...fileAttributesForUpload(file) })
    signal.throwIfAborted()
    const progress = throttleLatest((sent: number) => change(id, { sent }))
    await sendFile(uploadTarget, file, { signal, onProgress: progress.call }).finally(progress.cancel)
    // After the confirmation, canceling the upload no longer removes the file. The file must then be deleted.
    await destination.confirm(id)
    forget(id)
  } catch (error) {
    if (signal.aborted) return
    const reason = await reasonOf(error, file)
    if (isRefusal(error) && destination.refused) {
      forget(id)
      destination.refused(reason)
      return
    }
    change(id, { status: 'failed', sent: 0, reason })
    if (error instanceof RequestError && error.code === 'offline') whenOnline(id)
  }
}

/** Calls `run` with the latest value at most once per `progressIntervalMs`. */
export function throttleLatest<Value>(run: (value: Value) => void) {
  let latest: { value: Value } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    call(value: Value) {
      latest = { value }
      timer ??= setTimeout(() => {
        timer = undefined
        if (latest !== null) run(latest.value)
      }, progressIntervalMs)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Returns whether the server rejected the file itself, so that a retry would fail again. */
function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && refusals.has(error.code)
}

const refusals: ReadonlySet<string> = new Set(['too_large', 'not_found', 'forbidden', 'invalid'])

/**
 * Returns the message for a failed upload. If the file was too large, loads the size limit again, because an admin
 * may have lowered it.
 */
async function reasonOf(error: unknown, file: File): Promise<string> {
  if (!(error instanceof RequestError) || error.code !== 'too_large') return uploadFailureText(error)
  forgetFileSizeLimit()
  const limit = await fileSizeLimit()
  return file.size > limit ? fileProblemText('too_large', limit) : uploadFailureText(error)
}

/** Retries the upload automatically when the connection is back. */
function whenOnline(id: string): void {
  window.addEventListener('online', () => retryUpload(id), {
    once: true,
    signal: running.get(id)?.over.signal,
  })
}

function add(owner: string, upload: Upload): void {
  store.set(uploadsAtom(owner), (all) => [...all, upload])
}

function change(id: string, patch: Partial<Upload>): void {
  const owner = running.get(id)?.owner
  if (owner === undefined) return
  store.set(uploadsAtom(owner), (all) => all.map((one) => (one.id === id ? { ...one, ...patch } : one)))
}

function forget(id: string): void {
  const owner = running.get(id)?.owner
  running.delete(id)
  if (owner === undefined) return
  const preview = store.get(uploadsAtom(owner)).find((one) => one.id === id)?.preview
  store.set(uploadsAtom(owner), (all) => all.filter((one) => one.id !== id))
  if (preview) URL.revokeObjectURL(preview)
}

beforeWipe(() => {
  for (const id of [...running.keys()]) cancelUpload(id)
})
