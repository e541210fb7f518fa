import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, open as openByCallback } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { incomingKeyPrefix, type Storage, UnexpectedFileSize } from './storage.ts'

/** `waitingBytes` is the buffer size in bytes for writing, and `readBytes` that for reading. */
const [waitingBytes, readBytes] = [256 * 1024, 128 * 1024]

/**
 * Opens a file as a numeric descriptor, because a stream from a `FileHandle` uses promises and takes 50 %
 * longer.
 */
const openNumbered = promisify<string, number>(openByCallback)

/** Stores files in `DATA_DIR/files` under names that the server generates. */
export function createDiskStorage(dataDir: string): Storage {
  return createFolderStorage(join(dataDir, 'files'))
}

export function createFolderStorage(root: string): Storage {
  const drafts = join(root, 'drafts')
  const at = (key: string) => join(root, key)

  return {
    async put(key, content, size) {
      await mkdir(drafts, { recursive: true, mode: 0o700 })
      const draft = join(drafts, randomUUID())
      try {
        const file = createWriteStream(draft, {
          flags: 'wx',
          mode: 0o600,
          flush: true,
          highWaterMark: waitingBytes,
        })
        countBytes(content, size)
        await pipeline(content, file)
        if (file.bytesWritten !== size) throw new UnexpectedFileSize()
        await renameDurably(draft, at(key))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const fd = await unlessMissing(openNumbered(at(key)))
      return fd === null ? null : createReadStream('', { fd, ...range, highWaterMark: readBytes })
    },
    async size(key) {
      return (await unlessMissing(stat(at(key))))?.size ?? null
    },
    async move(from, to) {
      return (await unlessMissing(renameDurably(at(from), at(to)).then(() => true))) ?? false
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(at(key), { force: true })))
    },
    browserUpload: async () => null,
    readUrl: async () => null,
    async *keys() {
      for (const entry of (await unlessMissing(readdir(root, { recursive: true, withFileTypes: true }))) ??
        []) {
        const key = relative(root, join(entry.parentPath, entry.name))
        if (entry.isFile() && !key.startsWith(incomingKeyPrefix) && entry.parentPath !== drafts) yield key
      }
    },
    async removeStaleUploads(before) {
      for (const folder of [drafts, at(incomingKeyPrefix)]) await removeOlder(folder, before)
    },
    close() {},
  }
}

/**
 * Destroys the stream when it exceeds the announced size. A transform stream that counts the bytes would make
 * the transfer a tenth slower.
 */
function countBytes(content: Readable, size: number): void {
  let left = size
  content.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0) content.destroy(new UnexpectedFileSize())
  })
}

/** Renames a file. The folder is synced too, because its entry must survive a power failure. */
async function renameDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(from, to)
  const opened = await open(folder)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

async function removeOlder(folder: string, before: Date): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name)
    const found = await unlessMissing(stat(path))
    if (found?.isFile() && found.mtime < before) await rm(path, { force: true })
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
