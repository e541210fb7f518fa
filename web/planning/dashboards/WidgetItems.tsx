import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { requestWithVersion } from '../../platform/app/sync.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { longPause } from '../../platform/shell/reload-schedule.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { CompactItemLine } from '../../work/listing/CompactItemLine.tsx'
import { useAutoReloadedValue } from '../figures/use-auto-reloaded-value.ts'
import { filtersOfWidget } from './widget-query.ts'

const anyItem = () => true
/** The maximum number of listed items. The largest widget has no space for more. */
const shownItems = 30

/** The overdue or the recently updated work items of a widget. */
export function WidgetItems({ widget }: { widget: Widget }) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const filters = JSON.stringify(filtersOfWidget(widget, today))
  const order_by = widget.kind === 'overdue' ? 'target_date' : '-updated_at'
  const project = widget.project_ids.join(',')
  const read = useCallback(async (): Promise<string[]> => {
    const { answer, version } = await requestWithVersion('listWorkspaceWorkItems', {
      params: { slug: currentSlug() },
      query: {
        order_by,
        per_page: String(shownItems),
        ...(filters !== '{}' && { filters }),
        ...(project !== '' && { project }),
      },
    })
    if (!Array.isArray(answer.results)) return []
    applyLoadedRows(answer.results, version)
    return answer.results.map(({ id }) => id)
  }, [filters, order_by, project])
  const { value, status, retry } = useAutoReloadedValue(read, anyItem, longPause)
  return (
    <LoadedContent of={{ status: value === null ? status : 'ready', retry }} compact>
      {value?.length === 0 ? (
        <p className="text-faint">{t('analytics.empty')}</p>
      ) : (
        <ul className="flex flex-col">
          {value?.map((id) => (
            <CompactItemLine key={id} id={id} />
          ))}
        </ul>
      )}
    </LoadedContent>
  )
}
