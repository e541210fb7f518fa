import { useAtomValue } from 'jotai'
import { localDay } from '#common/platform/clock.ts'
import { itemProperties, type PropertyName, type PropertyWith } from '#common/work/listing/properties.ts'
import { store } from '../../../platform/app/sync.ts'
import { timezoneAtom } from '../../../platform/person/today.ts'
import { EpicProgressSummary } from '../../cycles-modules-epics/EpicProgressSummary.tsx'
import { assigneesDetail } from './assignees-detail.tsx'
import { createdByDetail } from './created-by-detail.tsx'
import { cycleDetail } from './cycle-detail.tsx'
import { DayCell } from './DayCell.tsx'
import { startDateDetail, targetDateDetail } from './day-detail.tsx'
import { epicDetail } from './epic-detail.tsx'
import { estimateDetail } from './estimate-detail.tsx'
import { labelsDetail } from './labels-detail.tsx'
import { modulesDetail } from './modules-detail.tsx'
import { priorityDetail } from './priority-detail.tsx'
import { projectDetail } from './project-detail.tsx'
import type { DetailPropertyDefinition, PropertyValueProps } from './property-detail.ts'
import { stateDetail } from './state-detail.tsx'
import { cellTextOfString } from './text.ts'
import { titleDetail } from './title-detail.ts'

/** The properties with individual details. Other properties use the details of their kind (moment or count). */
const own: Partial<Record<PropertyName, DetailPropertyDefinition>> = {
  title: titleDetail,
  project: projectDetail,
  state: stateDetail,
  priority: priorityDetail,
  assignees: assigneesDetail,
  labels: labelsDetail,
  start_date: startDateDetail,
  target_date: targetDateDetail,
  estimate: estimateDetail,
  epic: epicDetail,
  cycle: cycleDetail,
  modules: modulesDetail,
  created_by: createdByDetail,
}

/**
 * Column widths in pixels of the counts. They are wide enough for the names of the properties in all languages.
 */
const countWidths = { sub_issues_count: 128, link_count: 100, attachment_count: 140 }

const details = new Map<PropertyName, DetailPropertyDefinition>(
  (Object.keys(itemProperties) as PropertyName[]).map((name) => [
    name,
    own[name] ?? byKind(itemProperties[name]),
  ]),
)

/**
 * Returns the details of a property. To keep the first bundle small, this module is loaded only where an
 * item is edited, shown in full or shown in the spreadsheet.
 */
export function getPropertyDetail(name: PropertyName): DetailPropertyDefinition {
  return details.get(name) ?? {}
}

function byKind(property: (typeof itemProperties)[PropertyName]): DetailPropertyDefinition {
  if (property.valueKind === 'moment') return momentDetail(property.field)
  return property.valueKind === 'count' ? countDetail(property.field) : {}
}

function momentDetail(field: PropertyWith<{ valueKind: 'moment' }>['field']): DetailPropertyDefinition {
  return {
    column: { width: 116 },
    Cell: MomentCell,
    text: (row) =>
      cellTextOfString(row[field] === null ? '' : localDay(Date.parse(row[field]), store.get(timezoneAtom))),
  }
}

function MomentCell({ row, name }: PropertyValueProps) {
  const property = itemProperties[name]
  // The day depends on the time zone of the user's profile, which filters use too.
  const timezone = useAtomValue(timezoneAtom)
  const moment = property.valueKind === 'moment' ? row[property.field] : null
  return moment !== null && <DayCell date={localDay(Date.parse(moment), timezone)} isQuiet />
}

function countDetail(field: PropertyWith<{ valueKind: 'count' }>['field']): DetailPropertyDefinition {
  return {
    column: { width: countWidths[field] },
    Cell: CountCell,
    text: (row) => cellTextOfString(String(row[field])),
  }
}

function CountCell({ row, name }: PropertyValueProps) {
  const property = itemProperties[name]
  if (name === 'sub_issues_count' && row.is_epic) return <EpicProgressSummary id={row.id} />
  const count = property.valueKind === 'count' ? row[property.field] : 0
  return count > 0 && <span className="tabular">{count}</span>
}
