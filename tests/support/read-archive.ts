import { gunzipSync } from 'node:zlib'

/** Returns the files of a tar archive that is compressed with gzip, by their names. */
export function readArchive(compressed: Uint8Array): Map<string, Buffer> {
  const bytes = gunzipSync(compressed)
  const files = new Map<string, Buffer>()
  for (let at = 0; bytes[at] !== 0; ) {
    const text = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    files.set(text(0, 100), bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** Returns the rows of a table in an archive of a workspace. */
export function rowsInArchive(files: Map<string, Buffer>, table: string): Record<string, unknown>[] {
  return [...files]
    .filter(([name]) => name.startsWith(`tables/${table}/`))
    .flatMap(([, content]) => content.toString().trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
