import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import {
  type ImportSkipReason,
  maxFilesInImport,
  maxImportBytes,
  maxUnpackedImportBytes,
} from '#common/pages/page-imports/rules.ts'
import { readNamedZipEntries, type ZipEntry } from './named-zip-entries.ts'
import { InvalidZip, unzip, unzipToFile, ZipTooLarge } from './zip-files.ts'

export interface SkippedFile {
  file: string
  reason: ImportSkipReason
}

/** The uploaded file, or all files of the uploaded archive. */
export interface UnpackedImport {
  /** Paths of the files. Their contents have not been read yet. */
  files: string[]
  left_out: SkippedFile[]
  /**
   * Reads a file of at most `most` bytes. Throws `UnreadableFile` if the file is damaged, too large or
   * missing.
   */
  read(file: string, most?: number): Promise<Buffer>
  close(): Promise<void>
}

export class UnreadableFile extends Error {
  readonly reason: ImportSkipReason

  constructor(reason: ImportSkipReason) {
    super(reason)
    this.reason = reason
  }
}

interface ArchivedFile {
  file: FileHandle
  entry: ZipEntry
}

/** Opens the uploaded file or archive. Throws `InvalidZip` or `ZipTooLarge`. */
export async function unpackImport(content: Readable, name: string): Promise<UnpackedImport> {
  const opened: FileHandle[] = []
  const close = async () => void (await Promise.all(opened.map((file) => file.close())))
  try {
    const file = await unnamedFile()
    opened.push(file)
    await file.writeFile(content)
    const isZip = await beginsAsZip(file)
    if (!isZip && /\.zip$/i.test(name)) throw new InvalidZip('it is none')
    if (!isZip) return { ...singleFile(file, name), close }
    const archived = new Map<string, ArchivedFile>()
    const left_out: SkippedFile[] = []
    await addEntries(file, { archived, left_out, opened, unpacked: 0 }, true)
    return { files: [...archived.keys()], left_out, read: createReader(archived), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function beginsAsZip(file: FileHandle): Promise<boolean> {
  const bytes = Buffer.alloc(4)
  await file.read(bytes, 0, 4, 0)
  return bytes.toString('latin1', 0, 2) === 'PK'
}

function singleFile(file: FileHandle, name: string): Omit<UnpackedImport, 'close'> {
  return {
    files: [name],
    left_out: [],
    async read(_, most = maxDocumentBytes) {
      const { size } = await file.stat()
      if (size > most) throw new UnreadableFile('too_large')
      const bytes = Buffer.alloc(size)
      await file.read(bytes, 0, size, 0)
      return bytes
    },
  }
}

interface UnpackState {
  archived: Map<string, ArchivedFile>
  left_out: SkippedFile[]
  opened: FileHandle[]
  /** Total size in bytes of the inner archives, which are unpacked to disk. */
  unpacked: number
}

/**
 * Adds the files of an archive. Notion splits an export into archives inside the uploaded archive. Archives
 * at a deeper level are treated as ordinary files.
 */
async function addEntries(file: FileHandle, state: UnpackState, isOuter: boolean): Promise<void> {
  const { archived, left_out, opened } = state
  const taken = new Set([...archived.keys()].map((name) => name.toLowerCase()))
  for (const entry of await readNamedZipEntries(file)) {
    const { name } = entry
    if (name.endsWith('/') || isHidden(name)) continue
    const reason = reasonToLeaveOut(entry, taken)
    if (reason !== null) {
      left_out.push({ file: name.slice(0, 500), reason })
    } else if (isOuter && /\.zip$/i.test(name)) {
      await addInner(file, entry, state)
    } else {
      taken.add(name.toLowerCase())
      archived.set(name, { file, entry })
    }
  }
  if (opened.length > 20) throw new ZipTooLarge('too many archives')
  if (archived.size + left_out.length > maxFilesInImport) throw new ZipTooLarge('too many files')
}

async function addInner(file: FileHandle, entry: ZipEntry, state: UnpackState): Promise<void> {
  if (state.opened.length > 20) throw new ZipTooLarge('too many archives')
  state.unpacked += entry.size
  if (state.unpacked > maxUnpackedImportBytes) throw new ZipTooLarge('too much in archives')
  try {
    const inner = await unnamedFile()
    state.opened.push(inner)
    await unzipToFile(file, entry, inner, maxImportBytes)
    await addEntries(inner, state, false)
  } catch (error) {
    if (!(error instanceof InvalidZip)) throw error
    state.left_out.push({ file: entry.name, reason: 'not_read' })
  }
}

/**
 * Matches files that operating systems and programs create for themselves. Other files whose names begin with a dot
 * are files of the user and are imported.
 */
const hidden =
  /^(?:\._.*|\.ds_store|\.localized|\.appledouble|\.spotlight-v100|\.trashes|\.fseventsd|\.temporaryitems|\.directory|\.git|\.svn|\.hg|\.obsidian|\.trash|__macosx|thumbs\.db|desktop\.ini)$/i

function isHidden(name: string): boolean {
  return name.split('/').some((part) => hidden.test(part))
}

function reasonToLeaveOut(
  { name, isEncrypted, isLink, size }: ZipEntry,
  taken: Set<string>,
): ImportSkipReason | null {
  if (isLink || isUnsafePath(name)) return 'unsafe'
  if (isEncrypted) return 'encrypted'
  if (taken.has(name.toLowerCase())) return 'twice'
  return size === 0 ? 'empty' : null
}

/**
 * Returns true for an absolute path, for a path with `..`, empty parts or control characters, and for a path that is
 * very long or deep. Tandem does not write files to paths of the archive, but links between the imported pages must
 * not lead out of the archive.
 */
function isUnsafePath(name: string): boolean {
  const parts = name.split('/')
  return (
    name.length > 1000 ||
    parts.length > 50 ||
    /^([a-z]:|\/)/i.test(name) ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects names with control characters
    /[\u0000-\u001f\u007f]/.test(name) ||
    parts.some((part) => part === '..' || part === '')
  )
}

function createReader(archived: ReadonlyMap<string, ArchivedFile>): UnpackedImport['read'] {
  let unpacked = 0
  return async (file, most = maxDocumentBytes) => {
    const entryInArchive = archived.get(file)
    if (entryInArchive === undefined) throw new UnreadableFile('not_read')
    unpacked += entryInArchive.entry.size
    if (unpacked > maxUnpackedImportBytes) throw new UnreadableFile('too_large')
    try {
      return await unzip(entryInArchive.file, entryInArchive.entry, most)
    } catch (error) {
      if (error instanceof ZipTooLarge) throw new UnreadableFile('too_large')
      if (error instanceof InvalidZip) throw new UnreadableFile('not_read')
      throw error
    }
  }
}

/**
 * Opens a temporary file and deletes its name at once, so that the operating system frees the file even if
 * the process is killed.
 */
async function unnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-import-'))
  try {
    return await open(join(folder, 'file'), 'wx+')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
