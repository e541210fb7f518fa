import { useAtomValue } from 'jotai'
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Copy,
  CopyPlus,
  CornerLeftDown,
  ExternalLink,
  FilePen,
  FolderInput,
  GitBranch,
  Hash,
  History,
  LayoutTemplate,
  Link2,
  ListTodo,
  Maximize2,
  Printer,
  Send,
  SquareCheck,
  TextCursorInput,
  Trash2,
  Type,
  UserPlus,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { canBecomeEpic } from '#common/planning/epics/rules.ts'
import { canArchiveWorkItem } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { nameInSentence } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { FavoriteMenuItem } from '../../../organization/favorites/FavoriteButton.tsx'
import { tables } from '../../../platform/app/sync.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { bulkPermissions, useCanCreateItems, useMoveTargets } from '../../../platform/person/roles.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../../platform/ui/MenuSub.tsx'
import { convertToEpic, convertToWorkItem } from '../../cycles-modules-epics/epic-actions.ts'
import { RemindMenuItem } from '../../reminders/RemindMenuItem.tsx'
import { getItemPath, updateWorkItem } from '../../work-items/actions.ts'
import { itemCopyActions, itemCopyShortcuts } from '../../work-items/copy.ts'
import { openCreateWorkItem } from '../../work-items/create.ts'
import { openDescriptionHistory } from '../../work-items/description-history.ts'
import { duplicateWorkItem } from '../../work-items/duplicate.ts'
import { favoriteTargetOfItem } from '../../work-items/favorite.ts'
import { printItem, printShortcut } from '../../work-items/print.ts'
import { publishDraft } from '../../work-items/publish-draft.ts'
import { saveItemAsTemplate } from '../../work-items/templates.ts'
import { TimeActions } from '../../worklogs/TimeActions.tsx'
import { isPropertyEnabledAtom, itemHasProperty } from '../properties/enabled-properties.ts'
import { parentProperty } from '../properties/parent.tsx'
import type { SettableProperty } from '../properties/registry.ts'
import { toggleSelected, useIsSelected } from '../selection/selected.ts'
import { archiveItems, unarchiveItems } from './archive-many.ts'
import { updateItems } from './change-many.ts'
import { commonValue } from './common-values.ts'
import { deleteItems } from './delete-many.ts'
import { ItemValueRows } from './ItemValueRows.tsx'
import { openPicker } from './open-picker.ts'
import { lazyPropertyPickerPage } from './pickers.ts'
import { loadedItemRows } from './send-many.ts'
import { isSubscribed, subscribeItems } from './subscribe-many.ts'

interface ItemActionsProps {
  ids: readonly string[]
  /** Returns the element at which the picker of a property opens. */
  anchor: () => Element | null
  /** The properties that the menu offers to change. */
  properties: readonly SettableProperty[]
  /** Id of the item that the menu can add to the selection or remove from it. */
  selectable?: string
  /** If given, the menu offers to rename a single item in place. */
  onRename?: () => void
  /** True in the palette. The palette also lists actions that a menu omits because they have a shortcut. */
  isInPalette?: boolean
  /** Called before the items are deleted, so that the screen that shows the items can close. */
  onDeleted?: () => void
  /** Further copy actions of a screen that shows more of the item, such as its description. */
  copyMore?: ReactNode
}

/** Menu items for one or many work items, or for drafts. */
export function ItemActions(props: ItemActionsProps) {
  useAtomValue(tables.work_items.allAtom)
  const [first] = loadedItemRows(props.ids)
  return first?.is_draft ? <DraftActions {...props} /> : <WorkItemActions {...props} />
}

function WorkItemActions({
  ids,
  anchor,
  properties,
  selectable,
  onRename,
  isInPalette,
  onDeleted,
  copyMore,
}: ItemActionsProps) {
  const { t } = useTranslation()
  useAtomValue(tables.work_items.allAtom)
  const rows = loadedItemRows(ids)
  const may = bulkPermissions(rows)
  const [only] = rows.length === 1 ? rows : []
  const isArchived = rows.length > 0 && rows.every((row) => row.archived_at !== null)
  const areFollowed = rows.every(isSubscribed)
  const isSelected = useIsSelected(selectable ?? '')
  const targets = useMoveTargets(rows)
  const done = rows.filter(canArchiveWorkItem).length
  return (
    <>
      {may.edit && isInPalette && <ItemValueRows ids={ids} rows={rows} />}
      {may.edit && <PickItems {...{ ids, rows, anchor, properties, isInPalette }} />}
      {may.edit && isInPalette && (
        <MenuItem
          icon={<UserPlus />}
          keys="i"
          onSelect={() => void updateItems(ids, () => ({ assignee_ids: [getMyId()] }))}
        >
          {t('bulk.assignToMe')}
        </MenuItem>
      )}
      {may.edit && properties.length > 0 && <MenuSeparator />}
      {selectable !== undefined && (
        <MenuItem icon={<SquareCheck />} keys="x" onSelect={() => toggleSelected(selectable)}>
          {t(isSelected ? 'selection.remove' : 'selection.add')}
        </MenuItem>
      )}
      {only && onRename && may.edit && (
        <MenuItem icon={<TextCursorInput />} keys="F2" onSelect={onRename}>
          {t('workItems.rename')}
        </MenuItem>
      )}
      {only && (
        <OneItemActions row={only} anchor={anchor} canEdit={may.edit} isInPalette={isInPalette === true} />
      )}
      {targets.length > 0 && (
        <MenuItem icon={<FolderInput />} onSelect={() => openPicker('project', ids, anchor())}>
          {t('workItems.moveToProject')}
        </MenuItem>
      )}
      {rows.length > 0 && <CopyActions rows={rows} isFlat={isInPalette === true} more={copyMore} />}
      {rows.length > 0 && (
        <MenuItem
          icon={areFollowed ? <BellOff /> : <Bell />}
          keys="shift+s"
          onSelect={() => void subscribeItems(ids, !areFollowed)}
        >
          {t(areFollowed ? 'bulk.unsubscribe' : 'bulk.subscribe')}
        </MenuItem>
      )}
      {may.archive &&
        (isArchived ? (
          <MenuItem icon={<ArchiveRestore />} onSelect={() => void unarchiveItems(ids)}>
            {t('bulk.unarchive')}
          </MenuItem>
        ) : (
          <MenuItem
            icon={<Archive />}
            disabled={done === 0}
            hint={
              done === 0
                ? t('bulk.archiveNone')
                : done < rows.length && t('bulk.archiveSome', { done, total: rows.length })
            }
            onSelect={() => void archiveItems(ids)}
          >
            {t('bulk.archive')}
          </MenuItem>
        ))}
      {may.delete && (
        <MenuItem
          danger
          icon={<Trash2 />}
          keys="mod+backspace"
          onSelect={() => {
            onDeleted?.()
            void deleteItems(ids)
          }}
        >
          {t('workItems.delete')}
        </MenuItem>
      )}
    </>
  )
}

interface PickItemsProps extends Pick<ItemActionsProps, 'ids' | 'anchor' | 'properties' | 'isInPalette'> {
  rows: readonly WorkItemRow[]
}

/** Menu items that open the pickers of properties. */
function PickItems({ ids, rows, anchor, properties, isInPalette }: PickItemsProps) {
  const { t } = useTranslation()
  const isOn = useAtomValue(isPropertyEnabledAtom(commonValue(rows, (row) => row.project_id)))
  return properties
    .filter(({ name }) => isOn(name) && rows.every((row) => itemHasProperty(row, name)))
    .map(({ name, icon, pick }) => (
      <MenuItem
        key={name}
        icon={icon}
        keys={pick.keys}
        page={
          isInPalette &&
          !pick.isCalendar && <LazyComponent part={lazyPropertyPickerPage} props={{ property: name, ids }} />
        }
        onSelect={() => openPicker(name, ids, anchor())}
      >
        {isInPalette
          ? t('bulk.changeProperty', { property: nameInSentence(t(`properties.${name}`)) })
          : t(`properties.${name}`)}
      </MenuItem>
    ))
}

/** Menu items for one or many drafts. */
function DraftActions({ ids, anchor, properties, selectable, isInPalette }: ItemActionsProps) {
  const { t } = useTranslation()
  const rows = loadedItemRows(ids)
  const [only] = rows.length === 1 ? rows : []
  const draft = useAtomValue(tables.drafts.rowAtom(only?.id ?? ''))
  const isSelected = useIsSelected(selectable ?? '')
  return (
    <>
      <PickItems {...{ ids, rows, anchor, properties, isInPalette }} />
      {properties.length > 0 && <MenuSeparator />}
      {selectable !== undefined && (
        <MenuItem icon={<SquareCheck />} keys="x" onSelect={() => toggleSelected(selectable)}>
          {t(isSelected ? 'selection.remove' : 'selection.add')}
        </MenuItem>
      )}
      {draft && (
        <>
          <MenuItem icon={<FilePen />} onSelect={() => openCreateWorkItem({ draft_id: draft.id })}>
            {t('drafts.edit')}
          </MenuItem>
          <MenuItem icon={<Send />} onSelect={() => publishDraft(draft)}>
            {t('workItems.create')}
          </MenuItem>
        </>
      )}
      <MenuItem danger icon={<Trash2 />} keys="mod+backspace" onSelect={() => void deleteItems(ids)}>
        {t('drafts.delete')}
      </MenuItem>
    </>
  )
}

interface OneItemActionsProps {
  row: WorkItemRow
  anchor: () => Element | null
  canEdit: boolean
  isInPalette: boolean
}

/** Actions that apply to a single item only. */
function OneItemActions({ row, anchor, canEdit, isInPalette }: OneItemActionsProps) {
  const { t } = useTranslation()
  const isOnPage = useLocation().pathname === getItemPath(row)
  const canCreate = useCanCreateItems(row.project_id)
  const hasEpics = useAtomValue(isPropertyEnabledAtom(row.project_id))('epic')
  return (
    <>
      {!isOnPage && (
        <MenuItem icon={<Maximize2 />} link={<Link to={getItemPath(row)} />}>
          {t('workItems.openFully')}
        </MenuItem>
      )}
      <MenuItem icon={<ExternalLink />} link={<a href={getItemPath(row)} target="_blank" rel="noreferrer" />}>
        {t('workItems.openInTab')}
      </MenuItem>
      <MenuItem icon={<History />} onSelect={() => openDescriptionHistory(row.id)}>
        {t('versions.description.title')}
      </MenuItem>
      <MenuItem
        icon={<Printer />}
        {...(isOnPage && { keys: printShortcut })}
        onSelect={() => printItem(row.id)}
      >
        {t('print.print')}
      </MenuItem>
      {row.archived_at === null && <FavoriteMenuItem thing={favoriteTargetOfItem(row)} />}
      <RemindMenuItem row={row} anchor={anchor} isInPalette={isInPalette} />
      <TimeActions row={row} />
      {canCreate && (
        <MenuItem icon={<CopyPlus />} onSelect={() => void duplicateWorkItem(row)}>
          {t('workItems.duplicate')}
        </MenuItem>
      )}
      {canCreate && (
        <MenuItem icon={<LayoutTemplate />} onSelect={() => void saveItemAsTemplate(row)}>
          {t('templates.saveAs')}
        </MenuItem>
      )}
      {canEdit && !row.is_epic && (
        <MenuItem icon={parentProperty.icon} onSelect={() => openPicker('parent', [row.id], anchor())}>
          {t('workItems.setParent')}
        </MenuItem>
      )}
      {canEdit && row.parent_id !== null && (
        <MenuItem icon={<CornerLeftDown />} onSelect={() => void updateWorkItem(row.id, { parent_id: null })}>
          {t('workItems.leaveParent')}
        </MenuItem>
      )}
      {canCreate && canBecomeEpic(row) && hasEpics && (
        <MenuItem icon={<Zap />} onSelect={() => void convertToEpic(row)}>
          {t('epics.convert')}
        </MenuItem>
      )}
      {canCreate && canEdit && row.is_epic && hasEpics && (
        <MenuItem icon={<ListTodo />} onSelect={() => void convertToWorkItem(row)}>
          {t('epics.convertBack')}
        </MenuItem>
      )}
    </>
  )
}

interface CopyActionsProps {
  rows: readonly WorkItemRow[]
  isFlat: boolean
  more: ReactNode
}

/**
 * In the palette (`isFlat`), the copy actions are listed with the other actions, because the palette has no
 * submenus.
 */
function CopyActions({ rows, isFlat, more }: CopyActionsProps) {
  const { t } = useTranslation()
  const items = copyNames.map((name) => (
    <MenuItem
      key={name}
      icon={copyIcons[name]}
      keys={itemCopyShortcuts[name]}
      onSelect={() => void itemCopyActions[name](rows)}
    >
      {t(`workItems.copy.${name}`)}
    </MenuItem>
  ))
  if (isFlat) return items
  return (
    <MenuSub icon={<Copy />} label={t('workItems.copy.label')}>
      {items}
      {more}
    </MenuSub>
  )
}

const copyNames = ['key', 'title', 'link', 'branch'] as const
const copyIcons = { key: <Hash />, title: <Type />, link: <Link2 />, branch: <GitBranch /> }
