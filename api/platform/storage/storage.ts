import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Describes how a browser uploads a file directly to the object store. The browser sends a POST form whose
 * last field is the file, or a PUT request whose body is the file.
 */
export interface BrowserUpload {
  method: 'POST' | 'PUT'
  url: string
  fields: Record<string, string>
}

/**
 * Stores files in `DATA_DIR` or S3. All content is streamed, with at most a few hundred kilobytes of a file
 * in memory. A key always contains a complete file, because an interrupted write stores nothing.
 */
export interface Storage {
  /**
   * Stores a file, or replaces an existing one. Throws `UnexpectedFileSize` if the stream has another size,
   * and rethrows errors of the stream.
   */
  put(key: string, content: Readable, size: number): Promise<void>
  /**
   * Returns the content of a file, or null if the key does not exist. The caller must read or destroy the
   * stream.
   */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  /** Returns the size in bytes, or null if the key does not exist. */
  size(key: string): Promise<number | null>
  /** Moves a file. Returns false if the key `from` does not exist. */
  move(from: string, to: string): Promise<boolean>
  /** Removes files. Keys that do not exist are ignored. */
  remove(keys: string[]): Promise<void>
  /**
   * Prepares an upload from the browser to the object store. Returns null if files are uploaded through this
   * server.
   */
  browserUpload(key: string, upload: { size: number; expires: Date }): Promise<BrowserUpload | null>
  /**
   * Returns a URL from which a browser can read a file for some minutes, or null if this server serves the
   * files itself.
   */
  readUrl(key: string, headers: { type: string; disposition: string }): Promise<string | null>
  /** Returns the keys of all stored files in any order, without unconfirmed uploads. */
  keys(): AsyncIterable<string>
  /** Removes interrupted and unconfirmed uploads that are older than `before`. */
  removeStaleUploads(before: Date): Promise<void>
  close(): void
}

export class UnexpectedFileSize extends Error {}

/**
 * Prefix of the keys of unconfirmed uploads. A late upload with this prefix cannot overwrite a confirmed
 * file.
 */
export const incomingKeyPrefix = 'incoming/'
