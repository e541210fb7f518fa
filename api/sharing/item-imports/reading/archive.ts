import { maxItemImportBytes } from '#common/sharing/item-imports/rules.ts'
import { readNamedZipEntries, type ZipEntry } from '../../../pages/page-imports/named-zip-entries.ts'
import { type ArchiveFile, InvalidZip, unzip, ZipTooLarge } from '../../../pages/page-imports/zip-files.ts'
import { decoded } from './source-files.ts'
import { UnreadableSource } from './unreadable-source.ts'

/** An uploaded zip archive. Its files are unpacked one at a time. */
export interface Archive {
  names: string[]
  /**
   * Returns the content of a file, or null if the archive does not contain it or if it has more than `most` bytes. The
   * path can be relative, and can contain codes such as `%20`.
   */
  read(path: string, most: number): Promise<Uint8Array | null>
}

/** Returns null if the bytes are not a zip archive. Throws `UnreadableSource` if the archive is damaged. */
export async function openArchive(bytes: Uint8Array): Promise<Archive | null> {
  if (!isZip(bytes)) return null
  try {
    const files = await filesIn(bytes)
    return { names: files.map(({ name }) => name), read: (path, most) => readFile(files, path, most) }
  } catch (error) {
    if (error instanceof ZipTooLarge) throw new UnreadableSource('too_much')
    if (error instanceof InvalidZip) throw new UnreadableSource('not_read')
    throw error
  }
}

interface ArchivedFile extends ZipEntry {
  within: ArchiveFile
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** Lists the files. Notion puts one or several archives into an archive. Their files are listed like direct files. */
async function filesIn(bytes: Uint8Array): Promise<ArchivedFile[]> {
  const direct = await readableFiles(bytes)
  if (!direct.every(({ name }) => /\.zip$/i.test(name))) return direct
  const all: ArchivedFile[] = []
  let room = maxUnpackedBytes
  for (const file of direct) {
    const inner = await unzip(file.within, file, room)
    room -= inner.length
    all.push(...(await readableFiles(inner)))
  }
  return all
}

/** Maximum size in bytes of all archives inside the archive. */
const maxUnpackedBytes = 2 * maxItemImportBytes

async function readableFiles(bytes: Uint8Array): Promise<ArchivedFile[]> {
  const within = fileOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const entries = await readNamedZipEntries(within)
  return entries
    .filter(({ name, isEncrypted, isLink }) => !isEncrypted && !isLink && !isHidden(name))
    .map((entry) => ({ ...entry, within }))
}

function isHidden(name: string): boolean {
  return name.endsWith('/') || /(^|\/)(\.|__MACOSX\/)/.test(name)
}

function fileOf(bytes: Buffer): ArchiveFile {
  return {
    stat: async () => ({ size: bytes.length }),
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.copy(buffer, offset, position, position + length),
    }),
  }
}

async function readFile(
  files: readonly ArchivedFile[],
  path: string,
  most: number,
): Promise<Uint8Array | null> {
  const wanted = path.replace(/^(\.?\/)+/, '')
  const file = findFile(files, wanted) ?? findFile(files, decoded(wanted))
  if (file === undefined || file.size > most) return null
  try {
    return await unzip(file.within, file, most)
  } catch (error) {
    if (error instanceof InvalidZip || error instanceof ZipTooLarge) return null
    throw error
  }
}

function findFile(files: readonly ArchivedFile[], path: string): ArchivedFile | undefined {
  const normal = path.normalize('NFC')
  return files.find(({ name }) => name === normal) ?? files.find(({ name }) => name.endsWith(`/${normal}`))
}
