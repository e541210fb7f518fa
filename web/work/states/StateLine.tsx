import { useAtomValue } from 'jotai'
import { CircleCheck, GripVertical, MoreHorizontal, Trash2 } from 'lucide-react'
import { maxStateNameLength } from '#common/work/states/rules.ts'
import type { StateGroup, StateRow } from '#common/work/states/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { ColorPicker } from '../../platform/ui/ColorPicker.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { InlineEdit } from '../../platform/ui/InlineEdit.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { Popover } from '../../platform/ui/Popover.tsx'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { changeState, editableStateGroups, setDefaultState, stateReordering } from './actions.ts'
import { statesAtom } from './atoms.ts'

interface StateLineProps {
  row: StateRow
  canChange: boolean
  onDelete: () => void
}

/**
 * One state in the settings. Name and description are edited in place. Users move the state by dragging, or
 * with the menu on touch screens.
 */
export function StateLine({ row, canChange, onDelete }: StateLineProps) {
  const { t } = useTranslation()
  const all = useAtomValue(statesAtom(row.project_id))

  function rename(name: string): void {
    if (all.some((other) => other.id !== row.id && other.name === name))
      toast.error(t('states.notChanged', { name: row.name }), { text: t('states.problems.taken') })
    else void changeState(row, { name })
  }

  return (
    <SortableRow
      row={row.id}
      data-state={row.id}
      className="flex min-h-10 items-center gap-2 border-x border-b border-line bg-sheet py-1 pe-1 ps-2 first:rounded-t-lg first:border-t last:rounded-b-lg coarse:min-h-touch"
    >
      {canChange && (
        <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-icon-faint coarse:hidden" />
      )}
      <ColorOf row={row} canChange={canChange} />
      <div className="grid min-w-0 flex-1 items-center gap-x-3 gap-y-1 px-1.5 sm:grid-cols-[minmax(6rem,2fr)_3fr]">
        <span data-name className="flex min-w-0 items-center gap-3">
          <span className="min-w-0 flex-1">
            <InlineEdit
              value={row.name}
              label={t('states.name')}
              maxLength={maxStateNameLength}
              disabled={!canChange}
              onSave={rename}
            />
          </span>
          {row.default && <Badge>{t('states.default')}</Badge>}
        </span>
        {(canChange || row.description !== '') && (
          <span className="min-w-0 text-sm text-soft">
            <InlineEdit
              value={row.description}
              label={t('states.description')}
              placeholder={t('states.descriptionPlaceholder')}
              maxLength={2000}
              canBeEmpty
              disabled={!canChange}
              onSave={(description) => void changeState(row, { description })}
            />
          </span>
        )}
      </div>
      {canChange && <Actions row={row} onDelete={onDelete} />}
    </SortableRow>
  )
}

function ColorOf({ row, canChange }: { row: StateRow; canChange: boolean }) {
  const { t } = useTranslation()
  const icon = <StateIcon group={row.group} color={row.color} />
  if (!canChange) return icon
  return (
    <Popover
      label={t('states.colorOf', { name: row.name })}
      align="start"
      trigger={<IconButton size="sm" label={t('states.colorOf', { name: row.name })} icon={icon} />}
    >
      <div className="p-3">
        <ColorPicker
          label={t('states.colorOf', { name: row.name })}
          value={row.color}
          onChange={(color) => void changeState(row, { color })}
        />
      </div>
    </Popover>
  )
}

function Actions({ row, onDelete }: Pick<StateLineProps, 'row' | 'onDelete'>) {
  const { t } = useTranslation()
  const all = useAtomValue(statesAtom(row.project_id))
  const at = all.findIndex((one) => one.id === row.id)
  const isFirst = at === 0 && row.group === editableStateGroups[0]
  const isLast = at === all.length - 1 && row.group === editableStateGroups.at(-1)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={t('states.actionsOf', { name: row.name })} icon={<MoreHorizontal />} />
      }
    >
      {!row.default && (
        <MenuItem icon={<CircleCheck />} onSelect={() => void setDefaultState(row)}>
          {t('states.makeDefault')}
        </MenuItem>
      )}
      <MenuSub icon={<StateIcon group={row.group} />} label={t('states.group')}>
        <MenuRadio<StateGroup>
          value={row.group}
          onChange={(group) =>
            void stateReordering.place(row.id, all.filter((one) => one.group === group).length, { group })
          }
          options={editableStateGroups.map((group) => ({
            value: group,
            label: t(`states.groups.${group}`),
            icon: <StateIcon group={group} />,
          }))}
        />
      </MenuSub>
      <ReorderMenuItems row={row.id} order={stateReordering} isFirst={isFirst} isLast={isLast} />
      <MenuSeparator />
      <MenuItem
        danger
        icon={<Trash2 />}
        disabled={row.default}
        {...(row.default && { hint: t('states.defaultStays') })}
        onSelect={onDelete}
      >
        {t('states.delete')}
      </MenuItem>
    </Menu>
  )
}
