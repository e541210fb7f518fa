import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { SortableList } from './SortableList.tsx'
import { SortableRow } from './SortableRow.tsx'
import { Switch } from './Switch.tsx'
import { type SortableRowMoves, useSortable } from './sortable.ts'

export interface ReorderableSwitchEntry {
  id: string
  label: string
  icon?: ReactNode
  isOn: boolean
}

interface ReorderableSwitchListProps extends Pick<SortableRowMoves, 'moveBeside'> {
  label: string
  entries: readonly ReorderableSwitchEntry[]
  onToggle: (id: string, isOn: boolean) => void
}

/**
 * A short list of entries with a switch each. Users order the entries by drag and drop, by Alt with arrow keys, or by
 * buttons on touch devices.
 */
export function ReorderableSwitchList({ label, entries, onToggle, moveBeside }: ReorderableSwitchListProps) {
  const step = (id: string, by: 1 | -1) => {
    const near = entries[entries.findIndex((entry) => entry.id === id) + by]
    if (near) moveBeside(id, near.id, by === 1 ? 'after' : 'before')
  }
  return (
    <SortableList
      order={{ moveBeside, step }}
      focus='[role="switch"]'
      aria-label={label}
      className="flex flex-col gap-px"
    >
      {entries.map((entry, at) => (
        <Row
          key={entry.id}
          entry={entry}
          isFirst={at === 0}
          isLast={at === entries.length - 1}
          onToggle={onToggle}
        />
      ))}
    </SortableList>
  )
}

interface RowProps extends Pick<ReorderableSwitchListProps, 'onToggle'> {
  entry: ReorderableSwitchEntry
  isFirst: boolean
  isLast: boolean
}

function Row({ entry: { id, label, icon, isOn }, isFirst, isLast, onToggle }: RowProps) {
  const { t } = useTranslation()
  const { step } = useSortable()
  return (
    <SortableRow
      row={id}
      className="group/row -mx-2 flex min-h-row items-center gap-2 rounded-sm px-2 hover:bg-hover coarse:min-h-touch"
    >
      <GripVertical aria-hidden className="shrink-0 cursor-grab text-icon-faint coarse:hidden" />
      {icon && <span className="flex w-4.5 shrink-0 justify-center text-icon-faint">{icon}</span>}
      <span className={cx('min-w-0 flex-1 truncate font-medium', !isOn && 'text-faint')}>{label}</span>
      <span className="flex opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:opacity-100">
        <IconButton
          size="sm"
          label={t('ui.moveUp', { name: label })}
          keys="alt+arrowup"
          icon={<ArrowUp />}
          disabled={isFirst}
          onClick={() => step(id, -1)}
        />
        <IconButton
          size="sm"
          label={t('ui.moveDown', { name: label })}
          keys="alt+arrowdown"
          icon={<ArrowDown />}
          disabled={isLast}
          onClick={() => step(id, 1)}
        />
      </span>
      <Switch label={label} checked={isOn} onChange={(now) => onToggle(id, now)} />
    </SortableRow>
  )
}
