import { useEffect, useState } from 'react'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { freshSticky, stickyOrder } from './actions.ts'
import { keepColor } from './colors.ts'
import { StickyCard } from './StickyCard.tsx'
import { onWanted } from './start-sticky.ts'
import './stickies.css'

interface StickyGridProps {
  stickies: readonly StickyRow[]
  /** Whether those shown are all there are to be put among. */
  isWhole: boolean
  /** Shown while nothing is: what leads to the first one. */
  empty: React.ReactNode
}

/** Stickies in as many columns as fit; a new one begins on top. */
export function StickyGrid({ stickies, isWhole, empty }: StickyGridProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<string | null>(null)
  const [fresh, setFresh] = useState<StickyRow | null>(null)
  useEffect(
    () =>
      onWanted(() => {
        const made = freshSticky()
        setFresh(made)
        setEditing(made.id)
      }),
    [],
  )
  const edit = (id: string | null) => {
    setEditing(id)
    if (id !== fresh?.id) setFresh(null)
  }
  // As soon as it is put up it is one of the others.
  const isUp = fresh !== null && stickies.some(({ id }) => id === fresh.id)
  if (stickies.length === 0 && fresh === null) return empty
  return (
    <SortableList
      order={stickyOrder}
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
              keepColor(background_color)
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
