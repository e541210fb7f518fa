import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef } from 'react'
import type { Listing } from '#common/listing/listing.ts'
import { useTranslation } from '../locales/i18n.ts'
import { StateIcon } from '../ui/StateIcon.tsx'
import { createWorkItem, moveWorkItem } from './actions.ts'
import { statesAtom } from './atoms.ts'
import { Column } from './Column.tsx'
import { type DropPlace, useBoardDrag } from './drag.ts'
import { useKeyboardDrag } from './keyboard-drag.ts'
import { listingAtom, listingKey, loadMore } from './listings.ts'
import { useCanCreate } from './may.ts'
import { useTouchDrag } from './touch-drag.ts'

interface BoardProps {
  listing: Listing
  selected: string | null
  onOpen: (id: string) => void
  /** The card that this person drags, for others to see. */
  onDragging: (id: string | null) => void
}

const nothing = { ids: [], total: 0 }

/** Columns of cards by state; they are moved by mouse, by touch and by keyboard. */
export function Board({ listing, selected, onOpen, onDragging }: BoardProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const { groups, loadingMore } = useAtomValue(listingAtom(listingKey(listing)))
  const projectId = listing.context.project_id ?? ''
  const states = useAtomValue(statesAtom(projectId))
  const canCreate = useCanCreate(projectId)
  const current = useRef(groups)
  current.current = groups

  const after = useCallback((group: string, id: string) => {
    const ids = current.current[group]?.ids ?? []
    return ids[ids.indexOf(id) + 1] ?? null
  }, [])
  const drop = useCallback((id: string, { group, before }: DropPlace) => {
    if (before === id) return
    const ids = (current.current[group]?.ids ?? []).filter((other) => other !== id)
    const at = before === null ? ids.length : ids.indexOf(before)
    void moveWorkItem(id, { state_id: group }, ids[at - 1] ?? null, before)
  }, [])
  useBoardDrag(
    element,
    after,
    useMemo(
      () => ({ onLift: (id: string) => onDragging(id), onDrop: drop, onEnd: () => onDragging(null) }),
      [drop, onDragging],
    ),
  )
  const touch = useTouchDrag(element, { after, onLift: onDragging, onDrop: drop })
  const keyboard = useKeyboardDrag({
    groups,
    order: states.map((state) => state.id),
    onDrop: drop,
    onOpen,
    onLift: onDragging,
  })

  const lifted = touch.lifted ?? keyboard.lifted
  const landing = touch.landing ?? keyboard.landing

  const create = useCallback(
    (state_id: string, name: string) => void createWorkItem({ project_id: projectId, state_id, name }),
    [projectId],
  )
  const nearEnd = useCallback((group: string) => void loadMore(listing, group), [listing])
  return (
    <div
      ref={element}
      role="application"
      aria-label={t('workItems.board')}
      aria-describedby="board-keys"
      onKeyDown={keyboard.onKeyDown}
      className="scroll-quiet flex min-h-0 flex-1 snap-x snap-proximity scroll-px-4 gap-2.5 overflow-x-auto px-4 pt-3"
    >
      <p id="board-keys" className="sr-only">
        {t('workItems.boardKeys')}
      </p>
      {states.map((state) => (
        <Column
          key={state.id}
          groupKey={state.id}
          name={state.name}
          icon={<StateIcon group={state.group} color={state.color} />}
          group={groups[state.id] ?? nothing}
          loadingMore={loadingMore.includes(state.id)}
          canCreate={canCreate}
          selected={selected}
          lifted={lifted}
          landing={landing?.group === state.id ? landing : null}
          onOpen={onOpen}
          onNearEnd={nearEnd}
          onCreate={create}
        />
      ))}
    </div>
  )
}
