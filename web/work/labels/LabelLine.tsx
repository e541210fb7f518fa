import { CornerDownRight, CornerUpLeft, GripVertical, Merge, MoreHorizontal, Trash2 } from 'lucide-react'
import { maxLabelNameLength } from '#common/work/labels/rules.ts'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { ColorPicker } from '../../platform/ui/ColorPicker.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { InlineEdit } from '../../platform/ui/InlineEdit.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { Popover } from '../../platform/ui/Popover.tsx'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { canNestLabelBelow, changeLabel, labelReordering, nestLabel, unnestLabel } from './settings.ts'

interface LabelLineProps {
  row: LabelRow
  rows: readonly LabelRow[]
  canChange: boolean
  onMerge: () => void
  onDelete: () => void
}

/**
 * One label in the settings. Dropping another label on its edge moves the dropped label beside it. Dropping
 * on its middle makes the dropped label its child.
 */
export function LabelLine(props: LabelLineProps) {
  const { t } = useTranslation()
  const { row, rows, canChange } = props

  function rename(name: string): void {
    if (rows.some((other) => other.id !== row.id && other.name === name))
      toast.error(t('labels.notChanged', { name: row.name }), { text: t('labels.problems.taken') })
    else void changeLabel(row, { name })
  }

  return (
    <SortableRow
      row={row.id}
      data-label={row.id}
      className="flex h-10 items-center gap-2 border-x border-b border-line bg-sheet pe-1 ps-2 first:rounded-t-lg first:border-t last:rounded-b-lg coarse:h-touch"
    >
      {canChange && (
        <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-icon-faint coarse:hidden" />
      )}
      {row.parent !== null && (
        <CornerDownRight
          role="img"
          aria-label={t('labels.below', { name: rows.find(({ id }) => id === row.parent)?.name ?? '' })}
          className="ms-3 size-3.5 shrink-0 text-icon-faint"
        />
      )}
      <ColorOf row={row} canChange={canChange} />
      <span data-name className="min-w-0 flex-1 px-1.5">
        <InlineEdit
          value={row.name}
          label={t('labels.name')}
          maxLength={maxLabelNameLength}
          disabled={!canChange}
          onSave={rename}
        />
      </span>
      {canChange && <Actions {...props} />}
    </SortableRow>
  )
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
  const parents = rows.filter((one) => one.id !== row.parent && canNestLabelBelow(row, one))
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={t('labels.actionsOf', { name: row.name })} icon={<MoreHorizontal />} />
      }
    >
      <ReorderMenuItems
        row={row.id}
        order={labelReordering}
        isFirst={beside[0]?.id === row.id}
        isLast={beside.at(-1)?.id === row.id}
      />
      {parents.length > 0 && (
        <MenuSub icon={<CornerDownRight />} label={t('labels.into')}>
          {parents.map((parent) => (
            <MenuItem key={parent.id} onSelect={() => void nestLabel(row, parent.id)}>
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
