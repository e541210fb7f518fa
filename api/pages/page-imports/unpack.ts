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
import { NoZip, TooMuch, unzipInto, unzipped } from './zip-files.ts'
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

export class Unread extends Error {
  readonly reason: ImportReason

  constructor(reason: ImportReason) {
    super(reason)
    this.reason = reason
  }
}

interface Place {
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
    if (!isZip && /\.zip$/i.test(name)) throw new NoZip('it is none')
    if (!isZip) return { ...alone(file, name), close }
    const places = new Map<string, Place>()
    const left_out: LeftOut[] = []
    await addEntries(file, { places, left_out, opened, unpacked: 0 }, true)
    return { files: [...places.keys()], left_out, read: reading(places), close }
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

function alone(file: FileHandle, name: string): Omit<Unpacked, 'close'> {
  return {
    files: [name],
    left_out: [],
    async read(_, most = maxDocumentBytes) {
      const { size } = await file.stat()
      if (size > most) throw new Unread('too_large')
      const bytes = Buffer.alloc(size)
      await file.read(bytes, 0, size, 0)
      return bytes
    },
  }
}

interface Adding {
  places: Map<string, Place>
  left_out: LeftOut[]
  opened: FileHandle[]
  /** Bytes of the archives within it, which lie on the disk as long as it is read. */
  unpacked: number
}

/** Notion packs what it exports in parts, archives within the one that is sent; deeper ones are files like others. */
async function addEntries(file: FileHandle, adding: Adding, isOuter: boolean): Promise<void> {
  const { places, left_out, opened } = adding
  const taken = new Set([...places.keys()].map((name) => name.toLowerCase()))
  for (const entry of await namedEntries(file)) {
    const { name } = entry
    if (name.endsWith('/') || isHidden(name)) continue
    const reason = reasonAgainst(entry, taken)
    if (reason !== null) {
      left_out.push({ file: name.slice(0, 500), reason })
    } else if (isOuter && /\.zip$/i.test(name)) {
      await addInner(file, entry, adding)
    } else {
      taken.add(name.toLowerCase())
      places.set(name, { file, entry })
    }
  }
  if (opened.length > 20) throw new TooMuch('too many archives')
  if (places.size + left_out.length > mostArchivedFiles) throw new TooMuch('too many files')
}

async function addInner(file: FileHandle, entry: ZipEntry, adding: Adding): Promise<void> {
  if (adding.opened.length > 20) throw new TooMuch('too many archives')
  adding.unpacked += entry.size
  if (adding.unpacked > mostUnpackedBytes) throw new TooMuch('too much in archives')
  try {
    const inner = await unnamedFile()
    adding.opened.push(inner)
    await unzipInto(file, entry, inner, mostImportBytes)
    await addEntries(inner, adding, false)
  } catch (error) {
    if (!(error instanceof NoZip)) throw error
    adding.left_out.push({ file: entry.name, reason: 'not_read' })
  }
}

/** Systems and programs put these beside files for themselves. All other names that begin with a dot are somebody's own. */
const hidden =
  /^(?:\._.*|\.ds_store|\.localized|\.appledouble|\.spotlight-v100|\.trashes|\.fseventsd|\.temporaryitems|\.directory|\.git|\.svn|\.hg|\.obsidian|\.trash|__macosx|thumbs\.db|desktop\.ini)$/i

function isHidden(name: string): boolean {
  return name.split('/').some((part) => hidden.test(part))
}

function reasonAgainst(
  { name, isEncrypted, isLink, size }: ZipEntry,
  taken: Set<string>,
): ImportReason | null {
  if (isLink || isUnsafe(name)) return 'unsafe'
  if (isEncrypted) return 'encrypted'
  if (taken.has(name.toLowerCase())) return 'twice'
  return size === 0 ? 'empty' : null
}

/** Nothing is written to where a name says; it would still lead out of the archive as a link. */
function isUnsafe(name: string): boolean {
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

function reading(places: ReadonlyMap<string, Place>): Unpacked['read'] {
  let unpacked = 0
  return async (file, most = maxDocumentBytes) => {
    const place = places.get(file)
    if (place === undefined) throw new Unread('not_read')
    unpacked += place.entry.size
    if (unpacked > mostUnpackedBytes) throw new Unread('too_large')
    try {
      return await unzipped(place.file, place.entry, most)
    } catch (error) {
      if (error instanceof TooMuch) throw new Unread('too_large')
      if (error instanceof NoZip) throw new Unread('not_read')
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
