import {
  ArrowDown,
  ArrowUp,
  CornerDownRight,
  CornerUpLeft,
  GripVertical,
  Merge,
  MoreHorizontal,
  Trash2,
} from 'lucide-react'
import { useRef } from 'react'
import { canNestUnder, labelNameLength } from '#common/work/labels/rules.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { ColorPicker } from '../../platform/ui/ColorPicker.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { InlineEdit } from '../../platform/ui/InlineEdit.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { Popover } from '../../platform/ui/Popover.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { orderDragClass, useOrderDrag } from '../../platform/ui/use-order-drag.ts'
import { changeLabel, nestLabel, placeLabel, siblingsOf, stepLabel, unnestLabel } from './settings.ts'

interface LabelLineProps {
  row: LabelRow
  rows: readonly LabelRow[]
  canChange: boolean
  onMerge: () => void
  onDelete: () => void
}

/** One label: dropped at its edges another one goes beside it, and on its middle below it. */
export function LabelLine(props: LabelLineProps) {
  const { t } = useTranslation()
  const { row, rows, canChange } = props
  const element = useRef<HTMLLIElement>(null)
  const find = (id: string) => rows.find((one) => one.id === id)
  const drag = useOrderDrag(element, {
    id: row.id,
    list: `labels of ${row.project_id}`,
    enabled: canChange,
    onDrop: (id, edge) => {
      const moved = find(id)
      const isFitting = row.parent === null || (moved && canGoBelow(moved, find(row.parent), rows))
      if (!moved || !isFitting) return
      const beside = siblingsOf(row.project_id, row.parent).filter((one) => one.id !== id)
      const at = beside.findIndex((one) => one.id === row.id)
      void placeLabel(moved, row.parent, edge === 'top' ? at : at + 1)
    },
    canTake: (id) => canGoBelow(find(id), row, rows),
    onTake: (id) => {
      const moved = find(id)
      if (moved) void nestLabel(moved, row)
    },
  })

  function rename(name: string): void {
    if (rows.some((other) => other.id !== row.id && other.name === name))
      toast.error(t('labels.notChanged', { name: row.name }), { text: t('labels.problems.taken') })
    else void changeLabel(row, { name })
  }

  return (
    <li
      ref={element}
      data-label={row.id}
      className={cx(
        'relative flex h-10 items-center gap-2 border-x border-b border-line bg-sheet pr-1 pl-2 first:rounded-t-lg first:border-t last:rounded-b-lg coarse:h-touch',
        orderDragClass(drag),
      )}
    >
      {canChange && (
        <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-icon-faint coarse:hidden" />
      )}
      {row.parent !== null && (
        <CornerDownRight
          role="img"
          aria-label={t('labels.below', { name: find(row.parent)?.name ?? '' })}
          className="ml-3 size-3.5 shrink-0 text-icon-faint"
        />
      )}
      <ColorOf row={row} canChange={canChange} />
      <span data-name className="min-w-0 flex-1 px-1.5">
        <InlineEdit
          value={row.name}
          label={t('labels.name')}
          maxLength={labelNameLength}
          disabled={!canChange}
          onSave={rename}
        />
      </span>
      {canChange && <Actions {...props} />}
    </li>
  )
}

function canGoBelow(
  moved: LabelRow | undefined,
  parent: LabelRow | undefined,
  rows: readonly LabelRow[],
): boolean {
  if (moved === undefined || parent === undefined) return false
  return canNestUnder({ ...moved, has_children: rows.some((one) => one.parent === moved.id) }, parent)
}

function ColorOf({ row, canChange }: { row: LabelRow; canChange: boolean }) {
  const { t } = useTranslation()
  const dot = <span className="size-2.5 rounded-full" style={{ background: row.color }} />
  const label = t('labels.colorOf', { name: row.name })
  if (!canChange) return dot
  return (
    <Popover label={label} align="start" trigger={<IconButton size="sm" label={label} icon={dot} />}>
      <div className="p-3">
        <ColorPicker label={label} value={row.color} onChange={(color) => void changeLabel(row, { color })} />
      </div>
    </Popover>
  )
}

function Actions({ row, rows, onMerge, onDelete }: LabelLineProps) {
  const { t } = useTranslation()
  const beside = rows.filter((one) => one.parent === row.parent)
  const parents = rows.filter((one) => one.id !== row.parent && canGoBelow(row, one, rows))
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={t('labels.actionsOf', { name: row.name })} icon={<MoreHorizontal />} />
      }
    >
      <MenuItem
        icon={<ArrowUp />}
        keys="alt+arrowup"
        disabled={beside[0]?.id === row.id}
        onSelect={() => void stepLabel(row, -1)}
      >
        {t('labels.up')}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown />}
        keys="alt+arrowdown"
        disabled={beside.at(-1)?.id === row.id}
        onSelect={() => void stepLabel(row, 1)}
      >
        {t('labels.down')}
      </MenuItem>
      {parents.length > 0 && (
        <MenuSub icon={<CornerDownRight />} label={t('labels.into')}>
          {parents.map((parent) => (
            <MenuItem key={parent.id} onSelect={() => void nestLabel(row, parent)}>
              {parent.name}
            </MenuItem>
          ))}
        </MenuSub>
      )}
      {row.parent !== null && (
        <MenuItem icon={<CornerUpLeft />} keys="alt+arrowleft" onSelect={() => void unnestLabel(row)}>
          {t('labels.out')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Merge />} disabled={rows.length < 2} onSelect={onMerge}>
        {t('labels.merge')}
      </MenuItem>
      <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
        {t('labels.delete')}
      </MenuItem>
    </Menu>
  )
}
