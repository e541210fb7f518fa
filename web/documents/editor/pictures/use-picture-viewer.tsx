import { type ReactNode, type RefObject, useCallback, useState } from 'react'
import { fileViewerKind } from '#common/documents/files/file-types.ts'
import { t } from '../../../locales/i18n.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { type PictureUrl, pictureUrl } from '../../files/pictures.ts'
import type { ViewerProps } from '../../files/viewer/Viewer.tsx'
import type { ViewerFile } from '../../files/viewer/viewer-file.ts'

const viewer = loadable(() => import('../../files/viewer/Viewer.tsx').then(({ Viewer }) => Viewer))

/**
 * Opens a picture or file of a text in the viewer, which can also step through the other files of the text.
 */
export function usePictureViewer(
  text: RefObject<Element | null>,
  urlOf: PictureUrl = pictureUrl,
): {
  open: (id: string) => void
  viewer: ReactNode
} {
  const [files, setFiles] = useState<ViewerFile[]>([])
  const [id, setId] = useState<string | null>(null)
  const open = useCallback(
    (chosen: string) => {
      setFiles(filesIn(text.current, urlOf))
      setId(chosen)
    },
    [text, urlOf],
  )
  const props: ViewerProps = { files, id, onOpen: setId }
  return { open, viewer: files.length > 0 && <LazyComponent part={viewer} props={props} /> }
}

function filesIn(text: Element | null, urlOf: PictureUrl): ViewerFile[] {
  const known = new Set<string>()
  return [
    ...(text?.querySelectorAll<HTMLElement>('.picture[data-status=here] > [data-picture], .file-block') ??
      []),
  ].flatMap((frame) => {
    const id = frame.dataset['picture'] ?? frame.dataset['file'] ?? ''
    const img = frame.querySelector('img')
    const attributes = img ? attributesOf(img, frame.dataset['pixels']) : ofFile(frame)
    if (known.has(id) || id === '' || fileViewerKind(attributes) === 'none') return []
    known.add(id)
    return { id, attributes, url: (reading) => urlOf(id, reading) }
  })
}

function ofFile({ dataset }: HTMLElement) {
  return { name: dataset['name'] ?? '', type: dataset['type'] ?? '', size: Number(dataset['size']) }
}

function attributesOf({ alt, naturalWidth, naturalHeight }: HTMLImageElement, pixels: string | undefined) {
  const name = alt || t('editor.picture.name')
  // The type is always WebP, because only the server knows the actual file type. Any picture type makes the viewer
  // show the file as a picture.
  const width = Number(pixels ?? naturalWidth)
  const height = Math.round((width * naturalHeight) / Math.max(1, naturalWidth))
  return { name, type: 'image/webp', size: 0, width, height }
}
