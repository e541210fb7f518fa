import { decodeFileNames } from './decode.ts'
import {
  type ArchiveFile,
  InvalidZip,
  type RawZipEntry,
  readZipEntries,
  unzip,
  ZipTooLarge,
} from './zip-files.ts'

export interface ZipEntry extends RawZipEntry {
  /** Path of the file with `/` as separator. */
  name: string
}

/** Returns the files of an archive with their names. Throws `InvalidZip` or `ZipTooLarge`. */
export async function readNamedZipEntries(file: ArchiveFile): Promise<ZipEntry[]> {
  const entries = await readZipEntries(file)
  const withoutUnicodeName = entries.filter(({ unicodeName }) => unicodeName === null)
  const names = decodeFileNames(
    withoutUnicodeName.map(({ nameBytes }) => nameBytes),
    await sampleOf(file, withoutUnicodeName),
  )
  const byEntry = new Map(withoutUnicodeName.map((entry, at) => [entry, names[at] ?? '']))
  // Replace separators only after decoding, because a byte of a Japanese letter may equal a backslash.
  return entries.map((entry) => ({
    ...entry,
    name: (entry.unicodeName ?? byEntry.get(entry) ?? '').normalize('NFC').replaceAll('\\', '/'),
  }))
}

const mostSamples = 20
const sampleBytes = 64 * 1024

/**
 * Returns the beginnings of some text files, whose letters probably also occur in the file names. Returns an
 * empty string if all file names are ASCII, because these names need no guess of the encoding.
 */
async function sampleOf(file: ArchiveFile, entries: readonly RawZipEntry[]): Promise<string> {
  const isPlain = entries.every(({ nameBytes }) => nameBytes.every((byte) => byte < 0x80))
  const texts = isPlain
    ? []
    : entries.filter(
        ({ nameBytes, isEncrypted, size }) =>
          !isEncrypted && size <= sampleBytes && /\.(md|html?|csv|txt)$/i.test(nameBytes.toString('latin1')),
      )
  const parts: string[] = []
  for (const entry of texts.slice(0, mostSamples)) parts.push(await textOf(file, entry))
  return parts.join('\n')
}

async function textOf(file: ArchiveFile, entry: RawZipEntry): Promise<string> {
  try {
    return (await unzip(file, entry, sampleBytes)).toString('utf8')
  } catch (error) {
    if (error instanceof InvalidZip || error instanceof ZipTooLarge) return ''
    throw error
  }
}
