import { Transform } from 'node:stream'
import { WrongSize } from './storage.ts'

/** Passes on what comes, and ends with `WrongSize` as soon as it is more than `size` bytes, or fewer at the end. */
export function exactSize(size: number): Transform {
  let left = size
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.byteLength
      if (left < 0) done(new WrongSize())
      else done(null, chunk)
    },
    flush(done) {
      done(left === 0 ? null : new WrongSize())
    },
  })
}
