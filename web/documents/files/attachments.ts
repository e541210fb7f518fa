import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { fileViewerKind } from '#common/documents/files/file-types.ts'
import type { AttachmentRow } from '#common/documents/files/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import {
  applyRows,
  mutate,
  replaceRows,
  request,
  requestWithVersion,
  tables,
} from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { announce } from '../../platform/ui/announce.ts'
import { startUploads } from '../../platform/uploads/uploads.ts'
import { type FileReadOptions, withFileReadOptions } from './file-url.ts'
import type { ViewerFile } from './viewer/viewer-file.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

const byItemAtom = atom((get) =>
  Map.groupBy(get(tables.work_item_attachments.allAtom), ({ issue_id }) => issue_id),
)

const none: AttachmentRow[] = []

/** The loaded attachments of an item, sorted by id. The ids have the order in which the user chose the files. */
export const itemAttachmentsAtom = atomFamily((id: string) =>
  atom((get) => (get(byItemAtom).get(id) ?? none).toSorted((a, b) => (a.id < b.id ? -1 : 1))),
)

/** Loads the attachments of an item; the change feed keeps them current. Throws `RequestError`. */
export async function loadAttachments({ id, project_id }: Item): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listAttachments', {
    params: { slug, project_id, id },
  })
  if (currentSlug() === slug)
    replaceRows('work_item_attachments', answer, version, ({ issue_id }) => issue_id === id)
}

/** Uploads files to an item of the workspace with this slug, which may differ from the shown workspace. */
export function attachFiles(slug: string, { id, project_id }: Item, files: readonly File[]): Promise<void> {
  const params = { slug, project_id, id }
  return startUploads(id, files, {
    entityType: 'ISSUE_ATTACHMENT',
    createUpload: (body) => request('createAttachment', { params, body }),
    async confirm(attachment_id) {
      const { answer, version } = await requestWithVersion('confirmAttachment', {
        params: { ...params, attachment_id },
        body: {},
      })
      if (currentSlug() === params.slug) applyRows('work_item_attachments', [answer], version)
      announce(t('files.added', { name: answer.attributes.name }))
    },
  })
}

const attachments = createRowActions('work_item_attachments', {
  remove: (file) => createSentCall('deleteAttachment', { params: paramsOf(file) }),
  restore: (file) => createSentCall('restoreAttachment', { params: paramsOf(file) }),
})

export async function deleteAttachment(file: AttachmentRow): Promise<void> {
  await mutate(attachments.remove(file, t('files.deleted', { name: file.attributes.name })))
}

function paramsOf({ id, issue_id, project_id }: AttachmentRow) {
  return { slug: currentSlug(), project_id, id: issue_id, attachment_id: id }
}

/** Returns the address of an attachment. */
export function attachmentUrl(
  { id, issue_id, project_id }: AttachmentRow,
  reading?: FileReadOptions,
): string {
  const address = `/api/assets/v2/workspaces/${currentSlug()}/projects/${project_id}/issues/${issue_id}/attachments/${id}/`
  return withFileReadOptions(address, reading)
}

export function toViewerFile(file: AttachmentRow): ViewerFile {
  return { id: file.id, attributes: file.attributes, url: (reading) => attachmentUrl(file, reading) }
}

export function isPictureAttachment(file: AttachmentRow): boolean {
  return fileViewerKind(file.attributes) === 'picture'
}
