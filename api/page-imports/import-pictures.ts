import { Readable } from 'node:stream'
import { AppError } from '#common/errors.ts'
import { escapeHtml } from '#common/escape-html.ts'
import type { ImportReason } from '#common/page-imports/rules.ts'
import { settleFile } from '../assets/confirm.ts'
import { FileAssetEntity } from '../assets/entity.ts'
import { incomingKey } from '../assets/keys.ts'
import { announceFile } from '../assets/slot.ts'
import type { ReadFile } from '../documents/read-file.ts'
import { writing } from '../feed/writing.ts'
import type { JobPorts } from '../jobs/job.ts'
import { actingFor, originOf } from './acting-for.ts'
import type { PageImport } from './entity.ts'
import { endingIn } from './plan.ts'
import { type Unpacked, Unread } from './unpack.ts'

interface Kept {
  id: string
  file: string | null
  /** Null for one that is kept, and why not of others. */
  reason: ImportReason | null
  width: number | null
  height: number | null
}

/** Sends the pictures of a page through the same doors as those that people upload. They are the page's, which is made next. */
export async function importPictures(
  ports: JobPorts,
  row: PageImport,
  page: { id: string; pictures: ReadFile['pictures'] },
  unpacked: Unpacked,
): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const picture of page.pictures) kept.push(await importPicture(ports, row, page.id, picture, unpacked))
  return kept
}

async function importPicture(
  ports: JobPorts,
  row: PageImport,
  pageId: string,
  { id, file, content }: ReadFile['pictures'][number],
  unpacked: Unpacked,
): Promise<Kept> {
  const none = { id, file, width: null, height: null }
  try {
    const limit = ports.settings.get('FILE_SIZE_LIMIT')
    const bytes = content ?? (await unpacked.read(file ?? '', limit))
    const known = await announced(ports, row, pageId, { id, file, size: bytes.byteLength })
    if (known === null) return { ...none, reason: 'no_picture' }
    if (known.uploaded_at === null) {
      await ports.storage.put(incomingKey(id), Readable.from([Buffer.from(bytes)]), bytes.byteLength)
      known.attributes = await settleFile(ports, known)
      await confirmed(ports, row, id, known.attributes)
      await ports.storage.remove([incomingKey(id)])
    }
    const { width, height } = known.attributes
    return { ...none, reason: null, width, height }
  } catch (error) {
    if (error instanceof Unread) return { ...none, reason: error.reason }
    if (!(error instanceof AppError)) throw error
    const isSize = error.code === 'too_large'
    return { ...none, reason: isSize ? (/room/.test(error.message) ? 'no_room' : 'too_large') : 'no_picture' }
  }
}

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** What it is is looked at before it is shown; the name says just as what it is to be tried. */
function announced(
  ports: JobPorts,
  row: PageImport,
  entity_identifier: string,
  { id, file, size }: { id: string; file: string | null; size: number },
) {
  return writing(ports.orm.em, originOf(row.created_by), async (em) => {
    const ctx = await actingFor(ports, em, row)
    if (ctx === null) return null
    const known = await em.findOne(FileAssetEntity, { id })
    if (known !== null) return known
    const { workspace_id, project_id } = row
    const owner = { workspace_id, project_id, entity_type: 'PAGE_DESCRIPTION' as const, entity_identifier }
    const type = types[endingIn(file ?? 'picture.png')] ?? 'image/png'
    const made = await announceFile(ctx, owner, { id, name: file ?? 'picture.png', type, size })
    await em.flush()
    return made
  })
}

async function confirmed(
  ports: JobPorts,
  row: PageImport,
  id: string,
  attributes: Awaited<ReturnType<typeof settleFile>>,
): Promise<void> {
  await writing(ports.orm.em, originOf(row.created_by), async (em) => {
    const file = await em.findOne(FileAssetEntity, { id, uploaded_at: null })
    if (file === null) return
    Object.assign(file, { attributes, uploaded_at: new Date() })
    await em.flush()
  })
}

/** The text with the sizes of its pictures; of those that are not kept their words stay. */
export function withPictures(html: string, kept: readonly Kept[]): string {
  const byId = new Map(kept.map((one) => [one.id, one]))
  return html.replace(
    /<image-component src="([0-9a-f-]{36})"([^>]*)><\/image-component>/g,
    (element, id: string, said: string) => {
      const one = byId.get(id)
      if (one === undefined) return element
      if (one.reason !== null) {
        const words = / alt="([^"]*)"/.exec(said)?.[1] || escapeHtml((one.file ?? '').split('/').at(-1) ?? '')
        return words === '' ? '<p></p>' : `<p>[${words}]</p>`
      }
      const { width, height } = one
      const size = width && height ? ` data-pixels="${width}" aspectratio="${width / height}"` : ''
      return `<image-component src="${id}"${size}${said}></image-component>`
    },
  )
}
