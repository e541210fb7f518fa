import { useMemo } from 'react'
import { withFileReadOptions } from '../../documents/files/file-url.ts'
import type { PictureUrl } from '../../documents/files/pictures.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

const stored = loadable(() =>
  import('../../documents/editor/StoredDocument.tsx').then(({ StoredDocument }) => StoredDocument),
)

interface PublishedTextProps {
  html: string
  /** The URL path of public files, to which the id of a picture or file is appended. */
  filesPath: string
}

/** A text on a public board or page. Its pictures use public URLs. */
export function PublishedText({ html, filesPath }: PublishedTextProps) {
  const pictureUrl = useMemo<PictureUrl>(
    () => (id, reading) => withFileReadOptions(`${filesPath}${id}/`, reading),
    [filesPath],
  )
  return <LazyComponent part={stored} props={{ html, pictureUrl }} fallback={<Skeleton className="h-12" />} />
}
