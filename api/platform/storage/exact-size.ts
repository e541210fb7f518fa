import { Transform } from 'node:stream'
import { UnexpectedFileSize } from './storage.ts'

/**
 * Returns a stream that passes data through and fails with `UnexpectedFileSize` if the data has more or fewer than
 * `size` bytes.
 */
export function requireExactSize(size: number): Transform {
  let left = size
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.byteLength
      if (left < 0) done(new UnexpectedFileSize())
      else done(null, chunk)
    },
    flush(done) {
      done(left === 0 ? null : new UnexpectedFileSize())
    },
  })
}
