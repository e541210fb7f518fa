import { useMemo } from 'react'
import { withFileReadOptions } from '../../documents/files/file-url.ts'
import type { PictureUrl } from '../../documents/files/pictures.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

const stored = loadable(() =>
  import('../../documents/editor/StoredDocument.tsx').then(({ StoredDocument }) => StoredDocument),
)

/** A text on a public board. Its pictures use public URLs. */
export function PublishedText({ anchor, html }: { anchor: string; html: string }) {
  const pictureUrl = useMemo<PictureUrl>(
    () => (id, reading) => withFileReadOptions(`/api/public/assets/v2/anchor/${anchor}/${id}/`, reading),
    [anchor],
  )
  return <LazyComponent part={stored} props={{ html, pictureUrl }} fallback={<Skeleton className="h-12" />} />
}
