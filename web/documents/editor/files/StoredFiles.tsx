import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { shownAs } from '#common/documents/files/file-types.ts'
import { endingOf } from '#common/platform/file-name.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { fileSize } from '../../../platform/uploads/file-size.ts'
import { DownloadLink } from '../../files/DownloadLink.tsx'
import { type PictureUrl, pictureUrl } from '../../files/pictures.ts'
import { FileIcon } from '../../files/viewer/FileIcon.tsx'
import type { ShownFile } from '../../files/viewer/shown-file.ts'
import type { FilePlace, FilePlaces } from './file-box.ts'
import { type FileState, useFileState } from './use-file-state.ts'

export interface FileBlocksProps {
  places: FilePlaces
  onOpen: (id: string) => void
}

/** The file blocks of a read-only text. */
export function StoredFiles({
  places,
  onOpen,
  urlOf = pictureUrl,
}: FileBlocksProps & { urlOf: PictureUrl | undefined }) {
  const list = useSyncExternalStore(places.subscribe, places.list)
  return list.map((place) =>
    createPortal(<ReadFile place={place} onOpen={onOpen} urlOf={urlOf} />, place.dom, String(place.key)),
  )
}

interface ReadFileProps {
  place: FilePlace
  onOpen: (id: string) => void
  urlOf: PictureUrl
}

export function ReadFile({ place, onOpen, urlOf }: ReadFileProps) {
  const state = useFileState(urlOf === pictureUrl ? place.file.id : null)
  const shown = shownOf(place, urlOf)
  return (
    <>
      <Face place={place} urlOf={urlOf} state={state} onOpen={onOpen} />
      {shown && state === 'here' && <DownloadLink file={shown} />}
    </>
  )
}

interface FaceProps {
  place: FilePlace
  urlOf: PictureUrl
  state: FileState
  onOpen: (id: string) => void
}

/** The icon, name and details of a file. A click opens files that the viewer supports and downloads all others. */
export function Face({ place, urlOf, state, onOpen }: FaceProps) {
  const { t } = useTranslation()
  const { id, name, type, size } = place.file
  const facts = [endingOf(name).toUpperCase(), size === null ? '' : fileSize(size)]
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
      <FileSign type={type} />
      {id === null || state !== 'here' ? (
        <span className="file-face">{words}</span>
      ) : canOpen(place) ? (
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

export function FileSign({ type }: { type: string | null }) {
  return (
    <span className="file-icon">
      <FileIcon type={type ?? ''} />
    </span>
  )
}

export function shownOf({ file: { id, name, type, size } }: FilePlace, urlOf: PictureUrl): ShownFile | null {
  if (id === null) return null
  const attributes = { name, type: type ?? '', size: size ?? 0 }
  return { id, attributes, url: (reading) => urlOf(id, reading) }
}

export function canOpen({ file: { type } }: FilePlace): boolean {
  return shownAs({ type: type ?? '' }) !== 'none'
}
