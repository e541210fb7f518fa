import { atom, useAtomValue } from 'jotai'
import { ChevronDown, Plus } from 'lucide-react'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import type { ListingGroup } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { CountLabel } from '../../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import { GroupEstimateSum } from '../../../cycles-modules-epics/GroupEstimateSum.tsx'
import { useCellDrop } from '../../drag/drag.ts'
import { SelectBoxView } from '../../selection/ItemSelectBox.tsx'
import { selectedIdsAtom } from '../../selection/selected.ts'
import { addButtonAttribute } from '../add-button.ts'

interface ListGroupProps {
  /**
   * The identifier of the group or sub-group that `createGroupPath` returns. It contains the key of the group, such
   * as the id of a state, and for a sub-group also the key of the sub-group.
   */
  group: string
  level: 'group' | 'sub-group'
  name: string
  /** The name of a sub-group together with the name of its group. */
  fullName: string
  icon: ReactNode
  shown: ListingGroup
  folded: boolean
  /** True if a dragged row would be dropped in this group. */
  isTarget: boolean
  onFold: (group: string) => void
  /** Selects or deselects all items of the group. */
  onSelect: (group: string, isSelected: boolean) => void
  onAdd: ((group: string) => void) | undefined
}

/**
 * The header of a group, with its count and an add button. A click collapses the group. A row that is dropped
 * on the header becomes the first row of the group.
 */
export const ListGroup = memo(function ListGroup(props: ListGroupProps) {
  const { group, level, name, fullName, icon, shown, folded, isTarget, onFold, onSelect, onAdd } = props
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const [first = null] = shown.ids
  useCellDrop(element, group, first)
  const selected = useAtomValue(useMemo(() => selectedOfAtom(shown.ids), [shown.ids]))
  return (
    <div
      ref={element}
      data-cell={group}
      data-before={first ?? undefined}
      className={cx(
        'group/head relative flex h-9 items-center gap-2 border-b border-line pe-3 ps-gutter coarse:h-11',
        level === 'group' ? 'bg-sunken font-strong' : 'bg-sheet font-medium',
        isTarget && 'shadow-[inset_0_0_0_1.5px_var(--accent)]',
      )}
    >
      {shown.total > 0 && (
        <SelectBoxView
          checked={selected}
          label={t('selection.selectGroup', { name: fullName })}
          onPress={() => onSelect(group, selected !== true)}
          className="pointer-fine:absolute! pointer-fine:start-0.5 coarse:-ms-1.5 group-focus-within/head:visible group-hover/head:visible"
        />
      )}
      <button
        type="button"
        data-on-paper
        aria-expanded={!folded}
        onClick={() => onFold(group)}
        className={cx(
          'touch-target flex h-7 min-w-0 items-center gap-2 rounded-sm px-1.5 hover:bg-hover',
          level === 'group' ? '-ms-1.5' : 'ms-3.5',
        )}
      >
        <ChevronDown
          className={cx('print-hidden text-icon-faint transition-transform', folded && '-rotate-90')}
          aria-hidden
        />
        {icon}
        <span className="truncate">{name}</span>
        <CountLabel value={shown.total} />
        <GroupEstimateSum sum={shown.sum} />
      </button>
      {onAdd && (
        <IconButton
          {...addButtonAttribute(group)}
          className="ms-auto"
          size="sm"
          label={t('workItems.addTo', { name: fullName })}
          icon={<Plus />}
          onClick={() => onAdd(group)}
        />
      )}
    </div>
  )
})

function selectedOfAtom(ids: readonly string[]) {
  return atom((get) => {
    const selected = get(selectedIdsAtom)
    if (selected.size === 0 || !ids.some((id) => selected.has(id))) return false
    return ids.every((id) => selected.has(id)) || 'some'
  })
}
