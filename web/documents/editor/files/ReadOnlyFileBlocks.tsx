import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { fileViewerKind } from '#common/documents/files/file-types.ts'
import { fileNameExtension } from '#common/platform/file-name.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { formatFileSize } from '../../../platform/uploads/file-size.ts'
import { DownloadLink } from '../../files/DownloadLink.tsx'
import { type PictureUrl, pictureUrl } from '../../files/pictures.ts'
import { FileIcon } from '../../files/viewer/FileIcon.tsx'
import type { ViewerFile } from '../../files/viewer/viewer-file.ts'
import type { FilePortal, FilePortals } from './file-box.ts'
import { type FileUploadState, useFileUploadState } from './use-file-state.ts'

export interface FileBlocksProps {
  portals: FilePortals
  onOpen: (id: string) => void
}

/** The file blocks of a read-only text. */
export function ReadOnlyFileBlocks({
  portals,
  onOpen,
  urlOf = pictureUrl,
}: FileBlocksProps & { urlOf: PictureUrl | undefined }) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map((portal) =>
    createPortal(
      <ReadOnlyFile portal={portal} onOpen={onOpen} urlOf={urlOf} />,
      portal.dom,
      String(portal.key),
    ),
  )
}

interface ReadFileProps {
  portal: FilePortal
  onOpen: (id: string) => void
  urlOf: PictureUrl
}

export function ReadOnlyFile({ portal, onOpen, urlOf }: ReadFileProps) {
  const state = useFileUploadState(urlOf === pictureUrl ? portal.file.id : null)
  const shown = createViewerFile(portal, urlOf)
  return (
    <>
      <FileDetails portal={portal} urlOf={urlOf} state={state} onOpen={onOpen} />
      {shown && state === 'here' && <DownloadLink file={shown} />}
    </>
  )
}

interface FaceProps {
  portal: FilePortal
  urlOf: PictureUrl
  state: FileUploadState
  onOpen: (id: string) => void
}

/**
 * The icon, name and details of a file. A click opens the file if the viewer supports its type, and downloads
 * it otherwise.
 */
export function FileDetails({ portal, urlOf, state, onOpen }: FaceProps) {
  const { t } = useTranslation()
  const { id, name, type, size } = portal.file
  const facts = [fileNameExtension(name).toUpperCase(), size === null ? '' : formatFileSize(size)]
  const words = (
    <>
      <bdi className="file-name">{name}</bdi>
      <span className="file-facts">
        {id === null
          ? t('editor.file.away')
          : state === 'coming'
            ? t('editor.file.coming')
            : facts.filter(Boolean).join(' · ')}
      </span>
    </>
  )
  return (
    <>
      <FileTypeIcon type={type} />
      {id === null || state !== 'here' ? (
        <span className="file-face">{words}</span>
      ) : canOpenInViewer(portal) ? (
        <button type="button" onClick={() => onOpen(id)} className="file-face">
          {words}
        </button>
      ) : (
        <a href={urlOf(id, { download: true })} download={name} className="file-face">
          {words}
        </a>
      )}
    </>
  )
}

export function FileTypeIcon({ type }: { type: string | null }) {
  return (
    <span className="file-icon">
      <FileIcon type={type ?? ''} />
    </span>
  )
}

export function createViewerFile(
  { file: { id, name, type, size } }: FilePortal,
  urlOf: PictureUrl,
): ViewerFile | null {
  if (id === null) return null
  const attributes = { name, type: type ?? '', size: size ?? 0 }
  return { id, attributes, url: (reading) => urlOf(id, reading) }
}

export function canOpenInViewer({ file: { type } }: FilePortal): boolean {
  return fileViewerKind({ type: type ?? '' }) !== 'none'
}
