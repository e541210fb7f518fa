import { Readable } from 'node:stream'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FileAttributes } from '#common/documents/files/schema.ts'
import { AppError } from '#common/platform/errors.ts'
import { fileNameExtension } from '#common/platform/file-name.ts'
import { maxImportedFiles } from '#common/sharing/item-imports/rules.ts'
import { finalizeUploadedFile } from '../../documents/files/confirm.ts'
import { type FileAsset, FileAssetEntity } from '../../documents/files/entity.ts'
import { incomingUploadKey } from '../../documents/files/keys.ts'
import { deriveImportRowId } from '../../pages/page-imports/plan-pages.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import {
  addUploadedAttachment,
  announceAttachment,
  restoreAttachment,
} from '../../work/attachments/commands.ts'
import { type ItemImport, ItemImportResultEntity } from './entity.ts'
import { addLinks } from './import-row.ts'
import type { OpenSource } from './reading/open-source.ts'
import { fileIdentity, withoutSignature } from './reading/source-files.ts'
import type { QueuedFile } from './reading/thread.ts'
import { findUndoneIds } from './undone-rows.ts'
import { requireImporterContext, updateItemImport } from './update-item-import.ts'

const batchSize = 50
/** Maximum milliseconds for the download of one attachment. */
const downloadPatienceMs = 30_000

/**
 * Copies the attachments after all items were imported. Each attachment is counted in the transaction that adds it, so a
 * retry continues with the next one. Returns false if attachments remain at the time `until`.
 */
export async function importFiles(
  ports: JobPorts,
  row: ItemImport,
  source: OpenSource,
  until: number,
): Promise<boolean> {
  if (row.settings.leaves_out?.includes('attachments')) return true
  const total = source.summary.totals.attachments
  let from = await updateItemImport(ports, row, ['processing'], async (_, locked) => {
    locked.files_total = total
    return locked.files_done
  })
  while (from < total) {
    for (const file of await source.files({ from, to: from + batchSize })) {
      if (Date.now() > until) return false
      await importFile(ports, row, source, { ...file, index: from++ })
    }
  }
  return true
}

/** `index` counts the attachments of the whole import. */
type IndexedFile = QueuedFile & { index: number }

/** Copies an attachment. If that is not possible, adds a link to its address, and a note to the report. */
async function importFile(
  ports: JobPorts,
  row: ItemImport,
  source: OpenSource,
  file: IndexedFile,
): Promise<void> {
  try {
    const target = await findTarget(ports, row, file)
    if (target === null) return await countFile(ports, row, file)
    if (target.isUndone) return await restore(ports, row, file, target)
    const bytes = await load(ports, source, file)
    if (bytes === null) return await reportFile(ports, row, file)
    const announced = await announce(ports, row, target, { name: file.name, size: bytes.byteLength })
    const attributes = await store(ports, announced, bytes)
    await attach(ports, row, file, target, attributes)
    await ports.storage.remove([incomingUploadKey(target.id)])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await reportFile(ports, row, file)
  }
}

interface Target {
  /** Id of the attachment. It is derived from the work item and the file, so that no import copies the file twice. */
  id: string
  item_id: string
  /** True if an earlier import copied the attachment, and its Undo removed it. */
  isUndone: boolean
}

/** Returns null if the row was not imported, or if the work item has or had this attachment. */
async function findTarget(ports: JobPorts, row: ItemImport, file: IndexedFile): Promise<Target | null> {
  const em = ports.orm.em.fork()
  const result = await em.findOne(ItemImportResultEntity, { import_id: row.id, position: file.position })
  if (result === null || result.item_id === null) return null
  const id = deriveImportRowId(result.item_id, `file ${fileIdentity(file)} ${file.name}`)
  const known = await em.findOne(FileAssetEntity, { id })
  const target = { id, item_id: result.item_id }
  if (known === null || known.uploaded_at === null) return { ...target, isUndone: false }
  const isUndone = known.deleted_at !== null && (await findUndoneIds(em, result.item_id, 'files')).has(id)
  return isUndone ? { ...target, isUndone } : null
}

/** Returns the content of an attachment, or null if it cannot be loaded. */
async function load(
  { web, settings }: JobPorts,
  source: OpenSource,
  { index, name, url, path }: IndexedFile,
): Promise<Uint8Array | null> {
  const most = settings.get('FILE_SIZE_LIMIT')
  if (path !== null) return source.content(path, most)
  if (url === null || index >= maxImportedFiles) return null
  try {
    const wanted = { types: 'any', most, patience: downloadPatienceMs } as const
    const { bytes, type, isCut } = await web.read(url, wanted)
    // Many programs answer a request without a session with their sign-in page.
    const isWrongPage = type === 'text/html' && !/^html?$/.test(fileNameExtension(name))
    return isCut || isWrongPage ? null : bytes
  } catch (error) {
    if (error instanceof ExternalResourceUnreadable) return null
    throw error
  }
}

/** Creates the row of the file. `finalizeUploadedFile` later detects its type from its content. */
function announce(
  ports: JobPorts,
  row: ItemImport,
  { id, item_id }: Target,
  { name, size }: { name: string; size: number },
): Promise<FileAsset> {
  return updateItemImport(ports, row, ['processing'], async (em, locked) => {
    const ctx = await requireImporterContext(ports, em, locked)
    const type = typeByExtension[fileNameExtension(name)] ?? 'application/octet-stream'
    await discardOtherUpload(em, locked, id, size)
    return announceAttachment(ctx, item_id, { id, name, type, size })
  })
}

/**
 * Removes the row of an earlier upload that was not confirmed, because the job ended before. The file may have changed
 * since, and another user may have started the earlier import.
 */
async function discardOtherUpload(
  em: EntityManager,
  { created_by }: ItemImport,
  id: string,
  size: number,
): Promise<void> {
  const known = await em.findOne(FileAssetEntity, { id, uploaded_at: null })
  if (known === null || (known.created_by === created_by && known.attributes.size === size)) return
  em.remove(known)
  await em.flush()
}

/** Types of text files. All other types are detected from the content. */
const typeByExtension: Record<string, string | undefined> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  ics: 'text/calendar',
}

async function store(ports: JobPorts, file: FileAsset, bytes: Uint8Array): Promise<FileAttributes> {
  await ports.storage.put(incomingUploadKey(file.id), Readable.from([Buffer.from(bytes)]), bytes.byteLength)
  return finalizeUploadedFile(ports, file)
}

async function attach(
  ports: JobPorts,
  row: ItemImport,
  file: IndexedFile,
  target: Target,
  attributes: FileAttributes,
): Promise<void> {
  const { id, item_id } = target
  await addFile(ports, row, file, target, (ctx) => addUploadedAttachment(ctx, item_id, id, attributes))
}

async function restore(ports: JobPorts, row: ItemImport, file: IndexedFile, target: Target): Promise<void> {
  await addFile(ports, row, file, target, (ctx) => restoreAttachment(ctx, target.item_id, target.id))
}

async function addFile(
  ports: JobPorts,
  row: ItemImport,
  { index, position }: IndexedFile,
  { id }: Target,
  add: (ctx: ProjectContext) => Promise<unknown>,
): Promise<void> {
  await updateItemImport(ports, row, ['processing'], async (em, locked) => {
    await add(await requireImporterContext(ports, em, locked))
    const result = await em.findOneOrFail(ItemImportResultEntity, { import_id: row.id, position })
    result.added = { ...result.added, files: [...(result.added.files ?? []), id] }
    Object.assign(locked, { files_done: index + 1, files_copied: locked.files_copied + 1 })
  })
}

/** Adds a link and a note for an attachment that was not copied. */
async function reportFile(ports: JobPorts, row: ItemImport, file: IndexedFile): Promise<void> {
  await updateItemImport(ports, row, ['processing'], async (em, locked) => {
    const ctx = await requireImporterContext(ports, em, locked)
    const where = { import_id: row.id, position: file.position }
    const result = await em.findOneOrFail(ItemImportResultEntity, where)
    const links = await linkTo(ctx, locked, result.item_id, file)
    result.added = { ...result.added, links: [...(result.added.links ?? []), ...links] }
    const text = [file.name, addressFor(file)].filter((one) => one !== null && one !== '').join(' ')
    result.notes = [...result.notes, { reason: 'file_refused', text: text.slice(0, 500) }]
    locked.files_done = file.index + 1
  })
}

/** Returns the ids of the new links. Returns none if the work item cannot be changed, for example in the archive. */
async function linkTo(
  ctx: ProjectContext,
  { settings }: ItemImport,
  itemId: string | null,
  file: IndexedFile,
): Promise<string[]> {
  const url = addressFor(file)
  if (url === null || itemId === null) return []
  try {
    return await addLinks({ ctx, settings }, itemId, [{ url, title: file.name }], [])
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Returns an address of the attachment that does not change at the next export, so that no import adds a second link. */
function addressFor({ page, url }: IndexedFile): string | null {
  return page ?? (url === null ? null : withoutSignature(url))
}

async function countFile(ports: JobPorts, row: ItemImport, { index }: IndexedFile): Promise<void> {
  await updateItemImport(ports, row, ['processing'], async (_, locked) => {
    locked.files_done = index + 1
  })
}
