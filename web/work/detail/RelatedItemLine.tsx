import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { Link } from 'react-router'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { PeopleStack } from '../../platform/person/PeopleStack.tsx'
import { peopleByIdsAtom } from '../../platform/person/people.ts'
import { useCanEditItem } from '../../platform/person/roles.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { GitBadge } from '../listing/GitBadge.tsx'
import { propertyText } from '../listing/properties/property-text.ts'
import { StatePicker } from '../listing/properties/state-detail.tsx'
import { formatItemKey, getItemPath, updateWorkItem } from '../work-items/actions.ts'
import { RelatedItemLineProperty } from './RelatedItemLineProperty.tsx'

interface RelatedItemLineProps {
  row: WorkItemRow
  /**
   * Called with the id of the item, to show it in the same panel or page. Without this function, the link opens
   * the page of the item.
   */
  onOpen?: ((id: string) => void) | undefined
  removeLabel: string
  /**
   * The properties besides the title, by the names of their display settings. The default is key, state and
   * assignees.
   */
  shown?: ReadonlySet<DisplayPropertyName>
  onRemove?: (() => void) | undefined
}

const related: ReadonlySet<DisplayPropertyName> = new Set(['key', 'state', 'assignee'])

/** A related item (sub-item or relation) in the detail of an item. */
export function RelatedItemLine({
  row,
  onOpen,
  removeLabel,
  shown = related,
  onRemove,
}: RelatedItemLineProps) {
  const { t } = useTranslation()
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const people = useAtomValue(peopleByIdsAtom(row.assignee_ids.join(',')))
  const canEdit = useCanEditItem(row)
  return (
    <li className="group/line relative -mx-1.5 flex min-h-8 items-center gap-2 rounded-sm px-1.5 hover:bg-hover coarse:min-h-11">
      {shown.has('priority') && <RelatedItemLineProperty row={row} name="priority" />}
      {shown.has('state') && (
        <StatePicker
          name="state"
          projectId={row.project_id}
          item={row}
          disabled={!canEdit}
          onChange={(patch) => void updateWorkItem(row.id, patch)}
          trigger={
            <button
              type="button"
              className="touch-target z-1 grid size-6 shrink-0 place-items-center rounded-sm hover:bg-active disabled:hover:bg-transparent"
              aria-label={propertyText('state', state?.name ?? '')}
            >
              {state && <StateIcon group={state.group} color={state.color} />}
            </button>
          }
        />
      )}
      <Link
        to={getItemPath(row)}
        onClick={(event) => {
          if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          onOpen(row.id)
        }}
        className="flex min-w-0 flex-1 cursor-default items-center gap-2 text-text no-underline outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        {shown.has('key') && (
          <span className="shrink-0 text-sm text-faint tabular">{formatItemKey(row)}</span>
        )}
        <span dir="auto" className="truncate font-medium">
          {row.name}
        </span>
        {row.git_state !== null && <GitBadge state={row.git_state} />}
      </Link>
      {shown.has('labels') && <RelatedItemLineProperty row={row} name="labels" className="max-sm:hidden" />}
      {shown.has('start_date') && (
        <RelatedItemLineProperty row={row} name="start_date" className="max-sm:hidden" />
      )}
      {shown.has('due_date') && <RelatedItemLineProperty row={row} name="target_date" />}
      {shown.has('assignee') && people.length > 0 && (
        <PeopleStack label={t('properties.assignees')} people={people} />
      )}
      {onRemove && (
        <IconButton
          size="sm"
          className="z-1 opacity-0 focus-visible:opacity-100 group-hover/line:opacity-100 coarse:opacity-100"
          label={removeLabel}
          icon={<X />}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
