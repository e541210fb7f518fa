/*
 * Writes archives in the format ustar (POSIX.1-1988). Unlike a ZIP archive, a tar archive has no directory at its end, so
 * several parts that were written one after the other form one archive. The same holds for gzip.
 */

export interface TarEntry {
  /** At most 100 ASCII characters. */
  name: string
  size: number
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const blockSize = 512

/** Yields the bytes of the entries. Throws if the content of an entry does not have the announced size. */
export async function* createTar(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
  modified: Date,
): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    yield header(name, size, modified)
    let written = 0
    for await (const chunk of content) {
      written += chunk.byteLength
      yield chunk
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`)
    yield new Uint8Array(-size & (blockSize - 1))
  }
}

/** The end of a tar archive. */
export const tarEnd = new Uint8Array(2 * blockSize)

/** Returns an entry whose content is a text or some bytes. */
export function tarEntry(name: string, content: string | Uint8Array): TarEntry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { name, size: bytes.byteLength, content: [bytes] }
}

function header(name: string, size: number, modified: Date): Uint8Array {
  if (!/^[ -~]{1,100}$/.test(name)) throw new Error(`${name} is no valid name in a tar archive.`)
  const block = Buffer.alloc(blockSize)
  const number = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0)
  block.write(number(0o644, 8), 100)
  block.write(number(0, 8), 108)
  block.write(number(0, 8), 116)
  block.write(number(size, 12), 124)
  block.write(number(Math.floor(modified.getTime() / 1000), 12), 136)
  block.write('        ', 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
