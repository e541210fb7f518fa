import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import { maxFilesInImport } from '#common/pages/page-imports/rules.ts'
import { decodeUtf8OrNull } from './decode.ts'

/** An entry of the central directory at the end of an archive. Its name is not decoded yet. */
export interface RawZipEntry {
  nameBytes: Buffer
  /**
   * Name of the file if the archive states that the name is encoded in UTF-8. Is null if the encoding is unknown.
   */
  unicodeName: string | null
  isEncrypted: boolean
  isLink: boolean
  packed: number
  size: number
  method: number
  crc: number
  /** Offset of the file's local header. */
  at: number
}

/** A file of which any part can be read. A `FileHandle` is such a file. */
export interface ArchiveFile {
  stat(): Promise<{ size: number }>
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
}

export class InvalidZip extends Error {}
export class ZipTooLarge extends Error {}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
const zip64LocatorSignature = 0x07064b50
const zip64EndSignature = 0x06064b50
/** Maximum size in bytes of the end record with the comment after it. */
const endBytes = 22 + 65_535
const mostDirectoryBytes = 16 * 1024 * 1024

/**
 * Reads the central directory (the list of files at the end of a ZIP archive) without unpacking anything. The
 * library fflate is not used here, because it does not report encryption and symbolic links and needs the
 * whole archive in memory.
 */
export async function readZipEntries(file: ArchiveFile): Promise<RawZipEntry[]> {
  const { size } = await file.stat()
  const { count, length, at } = await endOfDirectory(file, size)
  if (count > maxFilesInImport || length > mostDirectoryBytes) throw new ZipTooLarge('too many files')
  if (at + length > size) throw new InvalidZip('the list is not there')
  return entriesIn(await readBytes(file, at, length), count, size)
}

interface EndOfZip {
  count: number
  length: number
  at: number
}

async function endOfDirectory(file: ArchiveFile, size: number): Promise<EndOfZip> {
  const begin = Math.max(0, size - endBytes)
  const tail = await readBytes(file, begin, Math.min(size, endBytes))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endSignature)
    throw new InvalidZip('no list')
  const [count, length, at] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ]
  const isLarge = count === 0xffff || length === 0xffffffff || at === 0xffffffff
  return (isLarge ? await zip64EndOf(file, begin + end) : null) ?? { count, length, at }
}

/**
 * Reads the second end record of a Zip64 archive. The position of the second record is in a locator directly
 * before the usual end record. Returns null for an archive without such a locator.
 */
async function zip64EndOf(file: ArchiveFile, end: number): Promise<EndOfZip | null> {
  const locator = await readBytes(file, Math.max(0, end - 20), 20)
  if (locator.length < 20 || locator.readUInt32LE(0) !== zip64LocatorSignature) return null
  const large = await readBytes(file, readUInt64(locator, 8), 56)
  if (large.length < 56 || large.readUInt32LE(0) !== zip64EndSignature) throw new InvalidZip('no list')
  return { count: readUInt64(large, 32), length: readUInt64(large, 40), at: readUInt64(large, 48) }
}

/**
 * Reads a 64-bit number. A number above the safe integers means a damaged archive, because no real size is
 * that large.
 */
function readUInt64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at)
  if (value > Number.MAX_SAFE_INTEGER) throw new InvalidZip('the list is damaged')
  return Number(value)
}

function entriesIn(list: Buffer, count: number, archiveBytes: number): RawZipEntry[] {
  const entries: RawZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== entrySignature)
      throw new InvalidZip('the list is damaged')
    const [name, extra, comment] = [28, 30, 32].map((place) => list.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const entry = entryAt(list, at, name, extra)
    // Check the position, because a manipulated directory may state any packed size, and unpacking reads that many
    // bytes.
    if (entry.at + entry.packed > archiveBytes) throw new InvalidZip('the file is cut off')
    entries.push(entry)
    at += 46 + name + extra + comment
  }
  return entries
}

function entryAt(list: Buffer, at: number, name: number, extra: number): RawZipEntry {
  const flags = list.readUInt16LE(at + 8)
  const nameBytes = list.subarray(at + 46, at + 46 + name)
  const fields = extraFields(list.subarray(at + 46 + name, at + 46 + name + extra))
  const isUnix = list.readUInt8(at + 5) === 3
  // If the size, the packed size or the offset does not fit into the directory entry, Zip64 stores it in an
  // extra field. The values in that field have the same order as in this array.
  const large = { field: fields.get(1) ?? Buffer.alloc(0), at: 0 }
  const [size, packed, begin] = [24, 20, 42].map((place) => sizeAt(list, at + place, large)) as [
    number,
    number,
    number,
  ]
  return {
    nameBytes,
    unicodeName: (flags & 0x800) !== 0 ? decodeUtf8OrNull(nameBytes) : unicodeIn(fields, nameBytes),
    isEncrypted: (flags & 1) !== 0,
    isLink: isUnix && ((list.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000,
    method: list.readUInt16LE(at + 10),
    crc: list.readUInt32LE(at + 16),
    packed,
    size,
    at: begin,
  }
}

function sizeAt(list: Buffer, at: number, large: { field: Buffer; at: number }): number {
  const value = list.readUInt32LE(at)
  if (value !== 0xffffffff || large.at + 8 > large.field.length) return value
  large.at += 8
  return readUInt64(large.field, large.at - 8)
}

function extraFields(bytes: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16LE(at + 2)
    fields.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

/**
 * Returns the UTF-8 name that Info-ZIP stores in an extra field. Returns null if the field is missing, if its
 * checksum does not match the original name, or if the name is not valid UTF-8.
 */
function unicodeIn(fields: Map<number, Buffer>, nameBytes: Buffer): string | null {
  const field = fields.get(0x7075)
  if (field === undefined || field.length < 6 || field.readUInt32LE(1) !== crc32(nameBytes)) return null
  return decodeUtf8OrNull(field.subarray(5))
}

/** Unpacks an archive inside the archive into a file. Only one chunk is in memory at a time. */
export async function unzipToFile(
  file: ArchiveFile,
  entry: RawZipEntry,
  to: FileHandle,
  most: number,
): Promise<void> {
  if (entry.size > most) throw new ZipTooLarge('the file is too large')
  const packed = readParts(file, await contentOffset(file, entry), entry.packed)
  const write = (parts: AsyncIterable<Buffer>) => to.writeFile(limitSize(parts, entry.size))
  try {
    if (entry.method === 0) await write(packed)
    else await pipeline(packed, createInflateRaw(), write)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new InvalidZip('the file is damaged')
    throw error
  }
}

async function* readParts(file: ArchiveFile, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length; at += chunkBytes) {
    const wanted = Math.min(chunkBytes, start + length - at)
    const part = await readBytes(file, at, wanted)
    if (part.length < wanted) throw new InvalidZip('the file is cut off')
    yield part
  }
}

const chunkBytes = 256 * 1024

/**
 * Yields the content of a file. Throws if the content is larger than the size that the directory of the archive
 * states.
 */
async function* limitSize(parts: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of parts) {
    size += part.length
    if (size > most) throw new InvalidZip('the file is damaged')
    yield part
  }
}

/** Returns the offset of the compressed content. */
async function contentOffset(file: ArchiveFile, { at }: RawZipEntry): Promise<number> {
  const head = await readBytes(file, at, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== fileSignature)
    throw new InvalidZip('the file is not there')
  return at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

/**
 * Returns the content, at most `most` bytes. Throws `ZipTooLarge` if it is larger and `InvalidZip` if it is damaged.
 */
export async function unzip(file: ArchiveFile, entry: RawZipEntry, most: number): Promise<Buffer> {
  if (entry.size > most || entry.packed > most + 1024) throw new ZipTooLarge('the file is too large')
  const packed = await readBytes(file, await contentOffset(file, entry), entry.packed)
  if (packed.length !== entry.packed) throw new InvalidZip('the file is cut off')
  const bytes = await decompress(packed, entry)
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw new InvalidZip('the file is damaged')
  return bytes
}

const inflate = promisify(inflateRaw)

async function decompress(packed: Buffer, { method, size }: RawZipEntry): Promise<Buffer> {
  if (method === 0) return packed
  if (method !== 8) throw new InvalidZip('it is packed in a way that is not known')
  // Limit the output, because a manipulated directory may state a small size for content that fills the
  // memory.
  const options: Parameters<typeof inflateRaw>[1] = { maxOutputLength: Math.max(1, size) }
  try {
    return (await inflate(packed, options as never)) as Buffer
  } catch {
    throw new InvalidZip('the file is damaged')
  }
}

async function readBytes(file: ArchiveFile, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
