import { useAtomValue } from 'jotai'
import { nameInSentence } from '../../../locales/formats.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { bulkPermissions, projectsForNewItemsAtom } from '../../../platform/person/roles.ts'
import { usePaletteSubject } from '../../../platform/shell/palette-state.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { openReminderPicker, remindShortcut } from '../../reminders/open-reminder-picker.ts'
import { type ItemCopyActionName, itemCopyActions, itemCopyShortcuts } from '../../work-items/copy.ts'
import { openCreateWorkItem } from '../../work-items/create.ts'
import { itemHasProperty, settablePropertiesAtom } from '../properties/enabled-properties.ts'
import type { SettableProperty } from '../properties/registry.ts'
import { updateItems } from './change-many.ts'
import { deleteItems } from './delete-many.ts'
import { openPicker } from './open-picker.ts'
import { createPaletteSubject } from './palette-subject.tsx'
import { loadedItemRows } from './send-many.ts'
import { isSubscribed, subscribeItems } from './subscribe-many.ts'
import type { ActionTargets } from './targets.ts'

interface ActingKeysProps {
  /** Returns the items that a key acts on. Called when the key is pressed. */
  targets: () => ActionTargets
  /** Called before the items are deleted, so that the screen that shows the items can close. */
  onDeleted?: () => void
}

/**
 * Shortcuts that change items. On a list, they change the selected items or the focused item. On an item
 * page, they change the item of the page.
 */
export function ItemActionShortcuts({ targets, onDeleted }: ActingKeysProps) {
  const { t } = useTranslation()
  const picked = useAtomValue(settablePropertiesAtom(null))
  const group = t('workItems.item')
  usePaletteSubject(() => createPaletteSubject(targets(), onDeleted))
  useHotkey('i', () => assignToMe(targets()), { group, description: t('bulk.assignToMe') })
  useHotkey('shift+s', () => toggleSubscribed(targets()), { group, description: t('bulk.toggleSubscribed') })
  useHotkey(remindShortcut, () => remind(targets()), { group, description: t('reminders.title') })
  useHotkey('mod+shift+o', () => createSubItem(targets()), {
    group,
    description: t('workItems.subItems.create'),
  })
  useHotkey('mod+backspace', () => deleteSelectedItems(targets(), onDeleted), {
    group,
    description: t('workItems.delete'),
  })
  const copyOptions = (name: ItemCopyActionName) => ({ group, description: t(`workItems.copy.${name}`) })
  useHotkey(itemCopyShortcuts.key, () => copy('key', targets()), copyOptions('key'))
  useHotkey(itemCopyShortcuts.title, () => copy('title', targets()), copyOptions('title'))
  useHotkey(itemCopyShortcuts.link, () => copy('link', targets()), copyOptions('link'))
  useHotkey(itemCopyShortcuts.branch, () => copy('branch', targets()), copyOptions('branch'))
  return picked.map((property) => <PickKey key={property.name} property={property} targets={targets} />)
}

/** The shortcut that opens the picker of a property. */
function PickKey({
  property: { name, pick },
  targets,
}: Pick<ActingKeysProps, 'targets'> & { property: SettableProperty }) {
  const { t } = useTranslation()
  const open = () => {
    const { ids, anchor } = targets()
    const rows = loadedItemRows(ids)
    if (bulkPermissions(rows).edit && rows.every((row) => itemHasProperty(row, name)))
      openPicker(name, ids, anchor)
  }
  const property = nameInSentence(t(`properties.${name}`))
  useHotkey(pick.keys, open, {
    group: t('workItems.item'),
    description: t('bulk.changeProperty', { property }),
  })
  return null
}

function copy(name: ItemCopyActionName, { ids }: ActionTargets): void {
  void itemCopyActions[name](loadedItemRows(ids).filter((row) => !row.is_draft))
}

function assignToMe({ ids }: ActionTargets): void {
  const rows = loadedItemRows(ids)
  const canAssign = rows.every((row) => itemHasProperty(row, 'assignees'))
  if (canAssign && bulkPermissions(rows).edit) void updateItems(ids, () => ({ assignee_ids: [getMyId()] }))
}

function toggleSubscribed({ ids }: ActionTargets): void {
  const rows = loadedItemRows(ids)
  if (rows.some((row) => row.is_draft)) return
  if (rows.length > 0) void subscribeItems(ids, !rows.every(isSubscribed))
}

/** Opens the dialog for a new sub-item of a single item. Does nothing if several items are selected, or for a draft. */
function createSubItem({ ids }: ActionTargets): void {
  const [row, ...others] = loadedItemRows(ids)
  if (row === undefined || others.length > 0 || row.is_draft || row.is_epic || row.archived_at !== null)
    return
  const { project_id, id } = row
  const canCreate = store.get(projectsForNewItemsAtom).some((project) => project.id === project_id)
  if (canCreate) openCreateWorkItem({ project_id, parent_id: id })
}

/**
 * Opens the reminder picker for a single item. Does nothing if several items are selected, or for a draft.
 */
function remind({ ids, anchor }: ActionTargets): void {
  const rows = loadedItemRows(ids)
  const [row] = rows
  if (row === undefined || rows.length > 1 || row.is_draft) return
  openReminderPicker({ issue_id: row.id, reminder_id: null, anchor })
}

export function deleteSelectedItems({ ids }: ActionTargets, onDeleted?: () => void): void {
  if (!bulkPermissions(loadedItemRows(ids)).delete) return
  onDeleted?.()
  void deleteItems(ids)
}
