import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { documentName } from '#common/documents/content/names.ts'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { DocumentEditor } from '../../documents/editor/DocumentEditor.tsx'
import type { DocumentState } from '../../documents/editor/status.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { useCanEditItem, useCanReactToItem } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { useFeatures } from '../../platform/shell/feature.ts'
import { useReportViewedRow } from '../../platform/shell/use-report-viewed-row.ts'
import { onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { InlineEdit } from '../../platform/ui/InlineEdit.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { GitReferences } from '../git/GitReferences.tsx'
import { reactionTargetOfItem } from '../reactions/actions.ts'
import { Reactions } from '../reactions/Reactions.tsx'
import { ItemReminders } from '../reminders/ItemReminders.tsx'
import { updateWorkItem } from '../work-items/actions.ts'
import { TimeSection } from '../worklogs/TimeSection.tsx'
import { ArchivedItemNotice } from './ArchivedItemNotice.tsx'
import { ItemActivity } from './activity/ItemActivity.tsx'
import { descriptionAtom, isDescriptionKnown, loadItemDescription } from './descriptions.ts'
import { ItemAttachments } from './files/ItemAttachments.tsx'
import {
  focusDescription,
  focusTitle,
  itemDescriptionAttribute,
  itemTitleAttribute,
} from './focus-targets.ts'
import { ItemPropertyList } from './ItemPropertyList.tsx'
import { ItemVotes } from './ItemVotes.tsx'
import { Links } from './links/Links.tsx'
import { Relations } from './Relations.tsx'
import { ParentLink } from './sub-items/ParentLink.tsx'
import { SubItems } from './sub-items/SubItems.tsx'
import { DescriptionLastEdited } from './versions/DescriptionLastEdited.tsx'

interface WorkItemDetailProps {
  row: WorkItemRow
  onStatus: (state: DocumentState) => void
  /**
   * Called with the id of another item that this component should show. Without this function, links lead to
   * the page of the item.
   */
  onOpen?: (id: string) => void
  /** Called with the rendered detail, so that it can take the focus. */
  onShown?: (detail: HTMLElement) => void
  /** True on the item page, which shows the properties beside the text instead. */
  withoutProperties?: boolean
}

/**
 * The whole content of an item (title, properties, description, sub-items, relations, links, history), used
 * by the side panel and the item page.
 */
export function WorkItemDetail({ row, onStatus, onOpen, onShown, withoutProperties }: WorkItemDetailProps) {
  const { t } = useTranslation()
  const canEdit = useCanEditItem(row)
  const canReact = useCanReactToItem(row)
  const me = useAtomValue(meAtom)
  const html = useStoredDescription(row)
  const detail = useDetailKeys(onShown)
  useReportViewedRow(row.id)
  const features = useFeatures()
  return (
    <div ref={detail} className="flex flex-col gap-4">
      {row.archived_at !== null && <ArchivedItemNotice row={row} />}
      <ParentLink row={row} onOpen={onOpen} />
      <h2 {...itemTitleAttribute} tabIndex={canEdit ? undefined : -1} className="rounded-sm outline-none">
        <InlineEdit
          multiline
          label={t('workItems.title')}
          value={row.name}
          maxLength={maxWorkItemNameLength}
          disabled={!canEdit}
          onSave={(name) => void updateWorkItem(row.id, { name })}
          className="text-xl leading-[1.25] font-strong tracking-[-0.017em]"
        />
      </h2>
      <ItemReminders row={row} />
      {features.map(
        ({ id, itemSection }) =>
          itemSection?.isShown(row) && (
            <LazyComponent
              key={id}
              part={itemSection.part}
              props={{ row }}
              fallback={<Skeleton className="h-32 w-full" />}
            />
          ),
      )}
      {me && row.sequence_id > 0 && (
        // The minimum height keeps the content below from jumping when a short description loads.
        <div {...itemDescriptionAttribute} className="min-h-24">
          <DocumentEditor
            name={documentName('work_item', row.id)}
            html={html ?? null}
            editable={canEdit}
            label={t('workItems.description')}
            placeholder={canEdit ? t('workItems.descriptionPlaceholder') : t('workItems.noDescription')}
            user={{ id: me.id, name: displayNameOf(me) }}
            projectId={row.project_id}
            onStatus={onStatus}
          />
        </div>
      )}
      {/* The content below the description is rendered only after the description is known. Otherwise a
          description that loads later would push it down. */}
      {row.sequence_id > 0 && html !== undefined && (
        <div className="flex flex-wrap gap-y-2">
          <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ItemVotes itemId={row.id} />
              <Reactions target={reactionTargetOfItem(row)} canReact={canReact} />
            </div>
            <DescriptionLastEdited id={row.id} />
          </div>
          {!withoutProperties && (
            <div className="mb-2 w-full border-t border-line pt-3">
              <ItemPropertyList row={row} />
            </div>
          )}
          {!isIntakeItemInTriage(row) && (
            <>
              <SubItems row={row} onOpen={onOpen} />
              <Relations row={row} onOpen={onOpen} />
            </>
          )}
          <GitReferences row={row} />
          <Links row={row} />
          <ItemAttachments row={row} within={detail} />
          <TimeSection row={row} />
          <ItemActivity key={row.id} row={row} />
        </div>
      )}
    </div>
  )
}

/**
 * Returns the description that the server stored last. It is shown until the live document is loaded. Returns
 * undefined while this description is not loaded.
 */
function useStoredDescription({ id, project_id, sequence_id }: WorkItemRow): string | null | undefined {
  const html = useAtomValue(descriptionAtom(id))
  useEffect(() => {
    // A description that was loaded before is already shown, so loading it again can wait. While the user steps
    // through a list, only the item where they stop is loaded again.
    const timer = setTimeout(
      () => void loadItemDescription({ id, project_id, sequence_id }),
      isDescriptionKnown(id) ? reloadDelay : 0,
    )
    const stop = onWorkspaceReload(() => loadItemDescription({ id, project_id, sequence_id }))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [id, project_id, sequence_id])
  return html
}

/** Milliseconds between showing a description that was loaded before and loading it again. */
const reloadDelay = 150

function useDetailKeys(onShown: WorkItemDetailProps['onShown']) {
  const detail = useRef<HTMLDivElement>(null)
  const notifyShown = useEffectEvent((shown: HTMLElement) => onShown?.(shown))
  useLayoutEffect(() => {
    const shown = detail.current
    if (shown === null) return
    shown.addEventListener('keydown', focusTextOnTab)
    // The listener uses the capture phase to run before the handlers of the editor and of the panel.
    shown.addEventListener('keydown', focusTitleOnEscape, true)
    notifyShown(shown)
    return () => {
      shown.removeEventListener('keydown', focusTextOnTab)
      shown.removeEventListener('keydown', focusTitleOnEscape, true)
    }
  }, [])
  return detail
}

/** Moves the focus with Tab from the title into the description. */
function focusTextOnTab(event: KeyboardEvent): void {
  const { key, target, shiftKey, altKey, ctrlKey, metaKey } = event
  const left = leftByEscape
  if (key !== 'Shift') leftByEscape = null
  if (key !== 'Tab' || shiftKey || altKey || ctrlKey || metaKey || event.defaultPrevented) return
  if (!(target instanceof HTMLElement) || target.closest('[data-part="title"]') === null) return
  if (left?.isConnected) continueTabFrom(left)
  else if (target instanceof HTMLButtonElement && focusDescription(detailOf(event))) event.preventDefault()
}

/**
 * The editor that the user left with Escape. The next Tab moves the focus to the first control after this
 * editor.
 */
let leftByEscape: HTMLElement | null = null

/**
 * Places the focus behind `element` while a Tab key is being handled, so that the browser then moves the focus to the
 * first control after `element`.
 */
function continueTabFrom(element: HTMLElement): void {
  const mark = document.createElement('span')
  mark.tabIndex = -1
  element.after(mark)
  mark.focus({ preventScroll: true })
  // The temporary element is removed in a later task, because the browser moves the focus only after all
  // handlers have run.
  setTimeout(() => mark.remove())
}

/**
 * Moves the focus with Escape from the description back to the title. If the editor shows a suggestion list,
 * Escape closes that list first.
 */
function focusTitleOnEscape(event: KeyboardEvent): void {
  const { target } = event
  if (pressedKey(event) !== 'Escape' || document.querySelector('[role="listbox"]') !== null) return
  if (!(target instanceof HTMLElement) || !target.isContentEditable) return
  event.preventDefault()
  event.stopPropagation()
  focusTitle(detailOf(event))
  leftByEscape = target
}

function detailOf({ currentTarget }: KeyboardEvent): Element | null {
  return currentTarget instanceof Element ? currentTarget : null
}
