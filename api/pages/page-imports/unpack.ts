import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxDocumentBytes } from '#common/documents/content/limits.ts'
import {
  type ImportReason,
  mostArchivedFiles,
  mostImportBytes,
  mostUnpackedBytes,
} from '#common/pages/page-imports/rules.ts'
import { InvalidZip, unzip, unzipInto, ZipTooLarge } from './zip-files.ts'
import { namedEntries, type ZipEntry } from './zip-names.ts'

export interface LeftOut {
  file: string
  reason: ImportReason
}

/** What somebody has sent: a file, or all that lie in an archive. */
export interface Unpacked {
  /** Names with their folders; of none of them more is known yet. */
  files: string[]
  left_out: LeftOut[]
  /** Throws `Unread` for what cannot be had. */
  read(file: string, most?: number): Promise<Buffer>
  close(): Promise<void>
}

export class UnreadableFile extends Error {
  readonly reason: ImportReason

  constructor(reason: ImportReason) {
    super(reason)
    this.reason = reason
  }
}

interface ArchivedFile {
  file: FileHandle
  entry: ZipEntry
}

/** Throws `NoZip` or `TooMuch`. */
export async function unpackImport(content: Readable, name: string): Promise<Unpacked> {
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
    const left_out: LeftOut[] = []
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

function singleFile(file: FileHandle, name: string): Omit<Unpacked, 'close'> {
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
  left_out: LeftOut[]
  opened: FileHandle[]
  /** Bytes of the archives within it, which lie on the disk as long as it is read. */
  unpacked: number
}

/** Notion packs what it exports in parts, archives within the one that is sent; deeper ones are files like others. */
async function addEntries(file: FileHandle, state: UnpackState, isOuter: boolean): Promise<void> {
  const { archived, left_out, opened } = state
  const taken = new Set([...archived.keys()].map((name) => name.toLowerCase()))
  for (const entry of await namedEntries(file)) {
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
  if (archived.size + left_out.length > mostArchivedFiles) throw new ZipTooLarge('too many files')
}

async function addInner(file: FileHandle, entry: ZipEntry, state: UnpackState): Promise<void> {
  if (state.opened.length > 20) throw new ZipTooLarge('too many archives')
  state.unpacked += entry.size
  if (state.unpacked > mostUnpackedBytes) throw new ZipTooLarge('too much in archives')
  try {
    const inner = await unnamedFile()
    state.opened.push(inner)
    await unzipInto(file, entry, inner, mostImportBytes)
    await addEntries(inner, state, false)
  } catch (error) {
    if (!(error instanceof InvalidZip)) throw error
    state.left_out.push({ file: entry.name, reason: 'not_read' })
  }
}

/** Systems and programs put these beside files for themselves. All other names that begin with a dot are somebody's own. */
const hidden =
  /^(?:\._.*|\.ds_store|\.localized|\.appledouble|\.spotlight-v100|\.trashes|\.fseventsd|\.temporaryitems|\.directory|\.git|\.svn|\.hg|\.obsidian|\.trash|__macosx|thumbs\.db|desktop\.ini)$/i

function isHidden(name: string): boolean {
  return name.split('/').some((part) => hidden.test(part))
}

function reasonToLeaveOut(
  { name, isEncrypted, isLink, size }: ZipEntry,
  taken: Set<string>,
): ImportReason | null {
  if (isLink || isUnsafePath(name)) return 'unsafe'
  if (isEncrypted) return 'encrypted'
  if (taken.has(name.toLowerCase())) return 'twice'
  return size === 0 ? 'empty' : null
}

/** Nothing is written to where a name says; it would still lead out of the archive as a link. */
function isUnsafePath(name: string): boolean {
  const parts = name.split('/')
  return (
    name.length > 1000 ||
    parts.length > 50 ||
    /^([a-z]:|\/)/i.test(name) ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has no place in a name
    /[\u0000-\u001f\u007f]/.test(name) ||
    parts.some((part) => part === '..' || part === '')
  )
}

function createReader(archived: ReadonlyMap<string, ArchivedFile>): Unpacked['read'] {
  let unpacked = 0
  return async (file, most = maxDocumentBytes) => {
    const entryInArchive = archived.get(file)
    if (entryInArchive === undefined) throw new UnreadableFile('not_read')
    unpacked += entryInArchive.entry.size
    if (unpacked > mostUnpackedBytes) throw new UnreadableFile('too_large')
    try {
      return await unzip(entryInArchive.file, entryInArchive.entry, most)
    } catch (error) {
      if (error instanceof ZipTooLarge) throw new UnreadableFile('too_large')
      if (error instanceof InvalidZip) throw new UnreadableFile('not_read')
      throw error
    }
  }
}

/** A file that has no name any more: whatever ends the process, nothing of it stays behind. */
async function unnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-import-'))
  try {
    return await open(join(folder, 'file'), 'wx+')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
