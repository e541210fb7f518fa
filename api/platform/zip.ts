import { Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  name: string
  content: AsyncIterable<Uint8Array>
}

/** Creates a ZIP archive as a stream. Only the current chunk is in memory. */
export async function* createZip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const chunk of content) {
      file.push(chunk)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
