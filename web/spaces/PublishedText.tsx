import { useMemo } from 'react'
import { withReading } from '../files/file-url.ts'
import type { PictureUrl } from '../files/pictures.ts'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadable } from '../ui/loadable.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

const stored = loadable(() =>
  import('../editor/StoredDocument.tsx').then(({ StoredDocument }) => StoredDocument),
)

/** A text of what is published, with its pictures as everybody may read them. */
export function PublishedText({ anchor, html }: { anchor: string; html: string }) {
  const pictureUrl = useMemo<PictureUrl>(
    () => (id, reading) => withReading(`/api/public/assets/v2/anchor/${anchor}/${id}/`, reading),
    [anchor],
  )
  return <LazyPart part={stored} props={{ html, pictureUrl }} fallback={<Skeleton className="h-12" />} />
}
