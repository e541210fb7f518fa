import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { PriorityIcon } from '../../ui/PriorityIcon.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { keyOf } from '../actions.ts'
import { PropertyButton } from './PropertyButton.tsx'
import type { RowValueProps, ShownProperties } from './row-values.ts'

/** What stands before the title: priority, key and state. */
export function LeadingValues({ row, shown, canEdit }: RowValueProps & { shown: ShownProperties }) {
  const { t } = useTranslation()
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  return (
    <>
      {shown.priority && (
        <PropertyButton
          id={row.id}
          property="priority"
          disabled={!canEdit}
          label={t('workItems.priorityIs', { priority: t(`ui.priority.${row.priority}`) })}
          className="w-6 justify-center"
        >
          <PriorityIcon priority={row.priority} />
        </PropertyButton>
      )}
      {shown.key && (
        <span className="hidden w-16 shrink-0 truncate text-sm text-faint tabular sm:block">
          {keyOf(row)}
        </span>
      )}
      {shown.state && (
        <PropertyButton
          id={row.id}
          property="state"
          disabled={!canEdit}
          label={t('workItems.stateIs', { state: state?.name ?? '' })}
          className="w-6 justify-center"
        >
          {state && <StateIcon group={state.group} color={state.color} />}
        </PropertyButton>
      )}
    </>
  )
}
