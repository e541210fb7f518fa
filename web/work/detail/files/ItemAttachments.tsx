import { useAtomValue } from 'jotai'
import { Paperclip, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { AttachmentRow } from '#common/documents/files/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import {
  attachFiles,
  isPictureAttachment,
  itemAttachmentsAtom,
  loadAttachments,
  toViewerFile,
} from '../../../documents/files/attachments.ts'
import { useFileDrop } from '../../../documents/files/use-file-drop.ts'
import type { ViewerProps } from '../../../documents/files/viewer/Viewer.tsx'
import { useTranslation } from '../../../locales/i18n.ts'
import { useCanAttachFiles } from '../../../platform/person/roles.ts'
import { currentSlug, onWorkspaceReload } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { CountLabel } from '../../../platform/ui/CountLabel.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { Section, SectionButton } from '../../../platform/ui/Section.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { uploadsAtom } from '../../../platform/uploads/uploads.ts'
import { FileDropOverlay } from './FileDropOverlay.tsx'
import { DeleteFile, FileLine, FileMetadata } from './FileLine.tsx'
import { PictureTile } from './PictureTile.tsx'
import { UploadLine } from './UploadLine.tsx'

const viewer = loadable(() =>
  import('../../../documents/files/viewer/Viewer.tsx').then(({ Viewer }) => Viewer),
)

interface FilesProps {
  row: WorkItemRow
  /** The element that shows the item. Users can drop files anywhere on this element. */
  within: RefObject<HTMLElement | null>
}

/** The files of an item: thumbnails that open in a viewer. Files are added by dropping, pasting or choosing them. */
export function ItemAttachments({ row, within }: FilesProps) {
  const { t } = useTranslation()
  const files = useAtomValue(itemAttachmentsAtom(row.id))
  const uploads = useAtomValue(uploadsAtom(row.id))
  const { hasFailed: isUnread, retry } = useAttachments(row)
  // A failed request is not shown as an error if live changes have already delivered all files.
  const hasFailed = isUnread && files.length < row.attachment_count
  const canAttach = useCanAttachFiles(row)
  const picker = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const add = (chosen: readonly File[]) => void attachFiles(currentSlug(), row, chosen)
  const isOver = useFileDrop(within, { isEnabled: canAttach, onFiles: add })
  const pictures = files.filter(isPictureAttachment)
  const others = files.filter((file) => !isPictureAttachment(file))
  // The files in the order in which they are displayed.
  const shown = [...pictures, ...others]
  const awaited = files.length === 0 && !hasFailed ? row.attachment_count : 0
  return (
    <>
      <Section
        title={t('files.title')}
        summary={<CountLabel value={files.length} />}
        isEmpty={shown.length + uploads.length + awaited === 0 && !hasFailed}
        action={
          canAttach && (
            <>
              <SectionButton
                label={t('files.add')}
                icon={<Plus />}
                emptyIcon={<Paperclip />}
                onClick={() => picker.current?.click()}
              />
              <input
                ref={picker}
                type="file"
                multiple
                hidden
                aria-label={t('files.add')}
                onChange={({ currentTarget }) => {
                  add([...(currentTarget.files ?? [])])
                  // The input is cleared, so that the same file can be chosen again.
                  currentTarget.value = ''
                }}
              />
            </>
          )
        }
      >
        {hasFailed && (
          <p role="alert" className="flex items-center gap-2 py-1 text-soft">
            {t('files.notLoaded')}
            <Button size="sm" onClick={retry}>
              {t('ui.retry')}
            </Button>
          </p>
        )}
        {awaited > 0 && <LoadingFiles />}
        {pictures.length > 0 && (
          <ul
            aria-label={t('files.pictures')}
            className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 py-1.5"
          >
            {pictures.map((file) => (
              <PictureTile key={file.id} row={row} file={file} onOpen={setOpened} />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <ul aria-label={t('files.others')}>
            {others.map((file) => (
              <FileLine key={file.id} row={row} file={file} onOpen={setOpened} />
            ))}
          </ul>
        )}
        {uploads.length > 0 && (
          <ul aria-label={t('files.uploads')}>
            {uploads.map((upload) => (
              <UploadLine key={upload.id} upload={upload} />
            ))}
          </ul>
        )}
      </Section>
      {isOver && <FileDropOverlay within={within} icon={<Paperclip />} text={t('files.drop')} />}
      <FileViewer row={row} files={shown} id={opened} onOpen={setOpened} />
    </>
  )
}

interface FileViewerProps {
  row: WorkItemRow
  files: readonly AttachmentRow[]
  id: string | null
  onOpen: (id: string | null) => void
}

/**
 * The viewer of files. It stays mounted after the first file was opened, so that its closing animation can
 * run.
 */
function FileViewer({ row, files, id, onOpen }: FileViewerProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (id !== null && !wasOpened) setWasOpened(true)
  // If anyone deletes the shown file, the viewer closes.
  const isListed = id !== null && files.some((file) => file.id === id)
  useEffect(() => {
    if (id !== null && !isListed) onOpen(null)
  }, [id, isListed, onOpen])
  const about = (of: (file: AttachmentRow) => ReactNode) => (one: string) => {
    const file = files.find((each) => each.id === one)
    return file && of(file)
  }
  const props: ViewerProps = {
    files: files.map(toViewerFile),
    id: isListed ? id : null,
    onOpen,
    factsOf: about((file) => <FileMetadata file={file} />),
    actionsOf: about((file) => <DeleteFile row={row} file={file} />),
  }
  return wasOpened && <LazyComponent part={viewer} props={props} />
}

/** Placeholder for files that are still loading. */
function LoadingFiles() {
  return (
    <div aria-busy className="flex h-11 items-center">
      <Skeleton className="w-2/5" />
    </div>
  )
}

/**
 * Loads the files of an item, and loads them again after a reconnection. Sends no request if the item has no
 * files.
 */
function useAttachments({ id, project_id, attachment_count, sequence_id }: WorkItemRow) {
  const [hasFailed, setHasFailed] = useState(false)
  const hasFiles = attachment_count > 0 && sequence_id > 0
  const load = useCallback(
    () =>
      loadAttachments({ id, project_id }).then(
        () => setHasFailed(false),
        (error: unknown) => {
          if (!(error instanceof RequestError)) throw error
          setHasFailed(true)
        },
      ),
    [id, project_id],
  )
  useEffect(() => {
    if (!hasFiles) return
    void load()
    return onWorkspaceReload(load)
  }, [hasFiles, load])
  return { hasFailed: hasFailed && hasFiles, retry: () => void load() }
}
