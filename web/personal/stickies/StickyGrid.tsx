import { useEffect, useState } from 'react'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { newStickyRow, stickyReordering } from './actions.ts'
import { storeLastStickyColor } from './colors.ts'
import { onNewSticky } from './request-new-sticky.ts'
import { StickyCard } from './StickyCard.tsx'
import './stickies.css'

interface StickyGridProps {
  stickies: readonly StickyRow[]
  /** True when all stickies are loaded, which reordering requires. */
  isWhole: boolean
  /** Shown when there are no stickies. */
  empty: React.ReactNode
}

/** Shows stickies in a responsive grid. A new sticky appears at the top. */
export function StickyGrid({ stickies, isWhole, empty }: StickyGridProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<string | null>(null)
  const [fresh, setFresh] = useState<StickyRow | null>(null)
  useEffect(
    () =>
      onNewSticky(() => {
        const created = newStickyRow()
        setFresh(created)
        setEditing(created.id)
      }),
    [],
  )
  const edit = (id: string | null) => {
    setEditing(id)
    if (id !== fresh?.id) setFresh(null)
  }
  // True as soon as the new sticky has been saved and is part of the list.
  const isUp = fresh !== null && stickies.some(({ id }) => id === fresh.id)
  if (stickies.length === 0 && fresh === null) return empty
  return (
    <SortableList
      order={stickyReordering}
      axis="x"
      focus="[data-open]"
      className="sticky-grid"
      aria-label={t('stickies.title')}
    >
      {fresh !== null && !isUp && (
        <StickyCard
          key={fresh.id}
          sticky={fresh}
          isEditing={editing === fresh.id}
          onEdit={edit}
          place={null}
          fresh={{
            onColor: (background_color) => {
              storeLastStickyColor(background_color)
              setFresh({ ...fresh, background_color })
            },
          }}
        />
      )}
      {stickies.map((sticky, at) => (
        <StickyCard
          key={sticky.id}
          sticky={sticky}
          isEditing={editing === sticky.id}
          onEdit={edit}
          place={{ isFirst: at === 0, isLast: isWhole && at === stickies.length - 1 }}
        />
      ))}
    </SortableList>
  )
}
