import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** How a browser sends a file straight to the store: by POST as the last field of a form, or by PUT as the body. */
export interface BrowserUpload {
  method: 'POST' | 'PUT'
  url: string
  fields: Record<string, string>
}

/**
 * Where files are kept: in `DATA_DIR` or in an S3 store. Everything is a stream; of a file no more than some hundred kilobytes are in
 * memory. What is under a key is whole: a write that breaks off leaves nothing there.
 */
export interface Storage {
  /** Takes the place of what is there. Throws `WrongSize` unless just so many bytes come, and what the stream throws. */
  put(key: string, content: Readable, size: number): Promise<void>
  /** Null when there is nothing. Whoever gets a stream reads or destroys it. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  /** How many bytes there are; null when there is nothing. */
  size(key: string): Promise<number | null>
  /** False when there is nothing under the first key. */
  move(from: string, to: string): Promise<boolean>
  /** Of keys with nothing under them nothing is said. */
  remove(keys: string[]): Promise<void>
  /** Null where files go through this server. */
  browserUpload(key: string, upload: { size: number; expires: Date }): Promise<BrowserUpload | null>
  /** Where a browser reads a file straight from the store, for some minutes; null where it comes through this server. */
  readUrl(key: string, headers: { type: string; disposition: string }): Promise<string | null>
  /** Of all files that are kept, in no order; not of uploads that were never confirmed. */
  keys(): AsyncIterable<string>
  /** Removes what uploads that broke off, or were never confirmed, have left before then. */
  tidy(before: Date): Promise<void>
  close(): void
}

export class WrongSize extends Error {}

/** Uploads wait here until they are confirmed, so that what was confirmed is not written over by a late one. */
export const incoming = 'incoming/'
