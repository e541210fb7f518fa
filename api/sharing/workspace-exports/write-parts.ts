import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { splitIntoParts } from '../../platform/storage/split-into-parts.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { workspaceExportPartKey } from './entity.ts'

export interface PartWriter {
  /** Compresses the content and stores it in one or more parts. Returns the names of the parts and their total size. */
  write(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<{ parts: string[]; size: number }>
}

/** Writes parts of an archive. The names of the parts contain the number of the run. */
export function createPartWriter(storage: Storage, id: string, run: number): PartWriter {
  let count = 0
  return {
    async write(content) {
      const parts: string[] = []
      let size = 0
      async function storeParts(compressed: AsyncIterable<Buffer>): Promise<void> {
        for await (const part of splitIntoParts(compressed)) {
          const name = partName(run, count++)
          await storage.put(workspaceExportPartKey(id, name), Readable.from([part]), part.byteLength)
          parts.push(name)
          size += part.byteLength
        }
      }
      let storing = Promise.resolve()
      try {
        await pipeline(Readable.from(content), createGzip(), (compressed: AsyncIterable<Buffer>) => {
          storing = storeParts(compressed)
          return storing
        })
      } finally {
        // A pipeline that fails does not wait for its last step, which could store a part after `removeParts` has run.
        await storing.catch(() => undefined)
      }
      return { parts, size }
    },
  }
}

/**
 * Removes all parts of an export, including the parts of runs that were killed before they stored their progress. No
 * run may be writing parts. The last part is removed first, so that the next call finds the rest if this call is
 * interrupted.
 */
export async function removeParts(
  storage: Pick<Storage, 'size' | 'remove'>,
  { id, runs }: { id: string; runs: number },
): Promise<void> {
  for (let run = 1; run <= runs; run++) {
    const keys: string[] = []
    for (;;) {
      const key = workspaceExportPartKey(id, partName(run, keys.length))
      if ((await storage.size(key)) === null) break
      keys.push(key)
    }
    for (const key of keys.toReversed()) await storage.remove([key])
  }
}

function partName(run: number, count: number): string {
  return `${run}-${count}`
}
