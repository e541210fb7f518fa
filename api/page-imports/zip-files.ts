import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import { mostArchivedFiles } from '#common/page-imports/rules.ts'

/** A file of an archive, as the list at its end has it. */
export interface ZipEntry {
  /** With its folders, `/` between them. */
  name: string
  isEncrypted: boolean
  isLink: boolean
  packed: number
  size: number
  method: number
  crc: number
  /** Where it begins in the archive. */
  at: number
}

export class NoZip extends Error {}
export class TooMuch extends Error {}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const fileMark = 0x04034b50
/** Of the end: itself, and the longest comment behind it. */
const endBytes = 22 + 65_535
const mostListBytes = 16 * 1024 * 1024

/**
 * What is in an archive, read from the list at its end; nothing is unpacked. By hand, since fflate tells neither what is encrypted nor what is
 * a link, and takes whole archives into memory.
 */
export async function zipEntries(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  const tail = await bytesAt(file, Math.max(0, size - endBytes), Math.min(size, endBytes))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endMark) throw new NoZip('no list')
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const at = tail.readUInt32LE(end + 16)
  if (count > mostArchivedFiles || length > mostListBytes) throw new TooMuch('too many files')
  if (at + length > size) throw new NoZip('the list is not there')
  return entriesIn(await bytesAt(file, at, length), count)
}

function entriesIn(list: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== entryMark) throw new NoZip('the list is damaged')
    const flags = list.readUInt16LE(at + 8)
    const [name, extra, comment] = [28, 30, 32].map((place) => list.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const isUnix = list.readUInt8(at + 5) === 3
    entries.push({
      name: nameOf(list.subarray(at + 46, at + 46 + name)),
      isEncrypted: (flags & 1) !== 0,
      isLink: isUnix && ((list.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000,
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** Programs that say nothing write UTF-8 today; of old ones each byte becomes a letter, so that names stay different. */
function nameOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes).normalize('NFC').replaceAll('\\', '/')
  } catch {
    return bytes.toString('latin1').replaceAll('\\', '/')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The same into a file beside, for an archive within one, of which no more than a piece is in memory. */
export async function unzipInto(
  file: FileHandle,
  entry: ZipEntry,
  to: FileHandle,
  most: number,
): Promise<void> {
  if (entry.size > most) throw new TooMuch('the file is too large')
  const packed = partsAt(file, await beginOf(file, entry), entry.packed)
  const keep = (parts: AsyncIterable<Buffer>) => to.writeFile(bounded(parts, entry.size))
  try {
    if (entry.method === 0) await keep(packed)
    else await pipeline(packed, createInflateRaw(), keep)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new NoZip('the file is damaged')
    throw error
  }
}

async function* partsAt(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length; at += pieceBytes)
    yield await bytesAt(file, at, Math.min(pieceBytes, start + length - at))
}

const pieceBytes = 256 * 1024

/** What is said to be small and is not, is damaged. */
async function* bounded(parts: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of parts) {
    size += part.length
    if (size > most) throw new NoZip('the file is damaged')
    yield part
  }
}

/** Where what is packed begins. */
async function beginOf(file: FileHandle, { at }: ZipEntry): Promise<number> {
  const head = await bytesAt(file, at, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== fileMark) throw new NoZip('the file is not there')
  return at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

/** Its bytes, never more than `most`. Throws `TooMuch` for more, `NoZip` for what is damaged. */
export async function unzipped(file: FileHandle, entry: ZipEntry, most: number): Promise<Buffer> {
  if (entry.size > most || entry.packed > most + 1024) throw new TooMuch('the file is too large')
  const packed = await bytesAt(file, await beginOf(file, entry), entry.packed)
  if (packed.length !== entry.packed) throw new NoZip('the file is cut off')
  const bytes = await plain(packed, entry)
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw new NoZip('the file is damaged')
  return bytes
}

const inflate = promisify(inflateRaw)

async function plain(packed: Buffer, { method, size }: ZipEntry): Promise<Buffer> {
  if (method === 0) return packed
  if (method !== 8) throw new NoZip('it is packed in a way that is not known')
  // A list that says too little of a file would have it fill the memory.
  const options: Parameters<typeof inflateRaw>[1] = { maxOutputLength: Math.max(1, size) }
  try {
    return (await inflate(packed, options as never)) as Buffer
  } catch {
    throw new NoZip('the file is damaged')
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
