import { Readable } from 'node:stream'
import { isPictureType, pictureTypes } from '#common/documents/files/file-types.ts'
import type { ImportSkipReason } from '#common/pages/page-imports/rules.ts'
import { AppError } from '#common/platform/errors.ts'
import { escapeHtml } from '#common/platform/escape-html.ts'
import type { ParsedFile } from '../../documents/content/parse-imported-file.ts'
import { finalizeUploadedFile } from '../../documents/files/confirm.ts'
import { FileAssetEntity } from '../../documents/files/entity.ts'
import { incomingUploadKey } from '../../documents/files/keys.ts'
import { createFileBeforeUpload } from '../../documents/files/upload-target.ts'
import type { JobPorts } from '../../platform/context/job.ts'
import { runInChangeBatch } from '../../platform/feed/run-in-change-batch.ts'
import { ExternalResourceUnreadable } from '../../platform/outgoing/unreadable.ts'
import type { PageImport } from './entity.ts'
import { createImporterContext, importWriteOrigin } from './importer-context.ts'
import { getFileExtension, isPictureFile } from './plan-pages.ts'
import { type UnpackedImport, UnreadableFile } from './unpack.ts'

interface ImportedFile {
  id: string
  file: string | null
  /** The address of a picture of another website. Is null for files of the archive. */
  source: string | null
  /** Reason why the file was not imported. Is null if it was imported. */
  reason: ImportSkipReason | null
  width: number | null
  height: number | null
  type: string | null
  size: number | null
}

/**
 * Stores the pictures and files of a page with the same checks as uploads. The page that they belong to is
 * created afterwards.
 */
export async function importPageFiles(
  ports: JobPorts,
  row: PageImport,
  page: { id: string; files: ParsedFile['files'] },
  unpacked: UnpackedImport,
): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = []
  const until = Date.now() + longestDownloadsMs
  for (const file of page.files) {
    const load = () =>
      file.source === null
        ? loadArchivedFile(ports, file, unpacked)
        : downloadPicture(ports, file.source, until)
    imported.push(await importFile(ports, row, page.id, file, load))
  }
  return imported
}

/**
 * Maximum time in milliseconds for downloading the pictures of one page from other websites. After this time,
 * the remaining pictures become links.
 */
const longestDownloadsMs = 60_000

type PageFile = ParsedFile['files'][number]

async function loadArchivedFile(
  { settings }: JobPorts,
  { file, content }: PageFile,
  unpacked: UnpackedImport,
): Promise<Uint8Array> {
  return content ?? (await unpacked.read(file ?? '', settings.get('FILE_SIZE_LIMIT')))
}

async function downloadPicture(
  { web, settings }: JobPorts,
  source: string,
  until: number,
): Promise<Uint8Array> {
  if (Date.now() > until) throw new UnreadableFile('not_read')
  try {
    const most = settings.get('FILE_SIZE_LIMIT')
    const { bytes, type, isCut } = await web.read(source, { types: pictureTypes, most })
    if (isCut) throw new UnreadableFile('too_large')
    if (!isPictureType(type) || bytes.length === 0) throw new UnreadableFile('no_picture')
    return bytes
  } catch (error) {
    if (error instanceof ExternalResourceUnreadable) throw new UnreadableFile('not_read')
    throw error
  }
}

async function importFile(
  ports: JobPorts,
  row: PageImport,
  pageId: string,
  { id, file, source }: PageFile,
  load: () => Promise<Uint8Array>,
): Promise<ImportedFile> {
  const none = { id, file, source, width: null, height: null, type: null, size: null }
  const refused = file === null || isPictureFile(file) ? 'no_picture' : 'type'
  try {
    const bytes = await load()
    const known = await announceImportedFile(ports, row, pageId, { id, file, size: bytes.byteLength })
    if (known === null) return { ...none, reason: refused }
    if (known.uploaded_at === null) {
      await ports.storage.put(incomingUploadKey(id), Readable.from([Buffer.from(bytes)]), bytes.byteLength)
      known.attributes = await finalizeUploadedFile(ports, known)
      await confirmFile(ports, row, id, known.attributes)
      await ports.storage.remove([incomingUploadKey(id)])
    }
    const { width, height, type, size } = known.attributes
    return { ...none, reason: null, width, height, type, size }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ...none, reason: error.reason }
    if (!(error instanceof AppError)) throw error
    return { ...none, reason: error.code === 'too_large' ? sizeReason(error) : refused }
  }
}

function sizeReason({ message }: AppError): ImportSkipReason {
  return /room/.test(message) ? 'no_room' : 'too_large'
}

/**
 * Content types by file extension. For other extensions, only the content of the file decides on its type.
 */
const typeByExtension: Record<string, string> = {
  txt: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
  css: 'text/css',
  js: 'text/javascript',
  sql: 'application/sql',
  ics: 'text/calendar',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/**
 * Creates the file record. The type comes from the file extension. The content is checked before the file is
 * shown.
 */
function announceImportedFile(
  ports: JobPorts,
  row: PageImport,
  entity_identifier: string,
  { id, file, size }: { id: string; file: string | null; size: number },
) {
  return runInChangeBatch(ports.orm.em, importWriteOrigin(row.created_by), async (em) => {
    const ctx = await createImporterContext(ports, em, row)
    if (ctx === null) return null
    const known = await em.findOne(FileAssetEntity, { id })
    if (known !== null) return known
    const { workspace_id, project_id } = row
    const owner = { workspace_id, project_id, entity_type: 'PAGE_DESCRIPTION' as const, entity_identifier }
    const usual = isPictureFile(file ?? 'picture.png') ? 'image/png' : 'application/octet-stream'
    const type = typeByExtension[getFileExtension(file ?? 'picture.png')] ?? usual
    const asset = await createFileBeforeUpload(ctx, owner, { id, name: file ?? 'picture.png', type, size })
    await em.flush()
    return asset
  })
}

async function confirmFile(
  ports: JobPorts,
  row: PageImport,
  id: string,
  attributes: Awaited<ReturnType<typeof finalizeUploadedFile>>,
): Promise<void> {
  await runInChangeBatch(ports.orm.em, importWriteOrigin(row.created_by), async (em) => {
    const file = await em.findOne(FileAssetEntity, { id, uploaded_at: null })
    if (file === null) return
    Object.assign(file, { attributes, uploaded_at: new Date() })
    await em.flush()
  })
}

/**
 * Inserts sizes and types of the imported files into the HTML. A file that was not imported is replaced by its name.
 */
export function insertFileDetails(html: string, imported: readonly ImportedFile[]): string {
  const byId = new Map(imported.map((one) => [one.id, one]))
  return html
    .replace(
      /<file-component src="([0-9a-f-]{36})" data-name="([^"]*)"[^>]*>[^<]*<\/file-component>/g,
      (element, id: string, name: string) => {
        const one = byId.get(id)
        if (one === undefined) return element
        if (one.reason !== null) return `<p>${name}</p>`
        const type = one.type === null ? '' : ` data-type="${escapeHtml(one.type)}"`
        return `<file-component src="${id}" data-name="${name}"${type} data-size="${one.size ?? ''}">${name}</file-component>`
      },
    )
    .replace(
      /<image-component src="([0-9a-f-]{36})"([^>]*)><\/image-component>/g,
      (element, id: string, attributes: string) => {
        const one = byId.get(id)
        if (one === undefined) return element
        if (one.reason !== null) return textOfLostPicture(one, / alt="([^"]*)"/.exec(attributes)?.[1])
        const { width, height } = one
        const size = width && height ? ` data-pixels="${width}" aspectratio="${width / height}"` : ''
        return `<image-component src="${id}"${size}${attributes}></image-component>`
      },
    )
}

/**
 * Returns the HTML that replaces a picture that was not imported: a link to a picture of another website, or
 * the escaped alternative text in brackets.
 */
function textOfLostPicture({ source, file }: ImportedFile, alt: string | undefined): string {
  const path = source ?? file ?? ''
  const words = alt || escapeHtml(path.split('/').at(-1) ?? '')
  if (source !== null) return `<p><a href="${escapeHtml(source)}">${words || escapeHtml(source)}</a></p>`
  return words === '' ? '<p></p>' : `<p>[${words}]</p>`
}
