/** Bytes of one part. S3 needs the length of a part before the upload, so the whole part must fit in memory. */
const partBytes = 8 * 1024 * 1024

/** Joins the pieces of a stream into parts of at least 8 MB, except the last part. */
export async function* splitIntoParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    buffered.push(piece)
    bytes += piece.byteLength
    if (bytes < partBytes) continue
    yield Buffer.concat(buffered)
    buffered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(buffered)
}
