import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { formatEstimateValue, isSameEstimateValue } from '#common/planning/estimates/rules.ts'
import type { EstimatePointRow, EstimateRow } from '#common/planning/estimates/schema.ts'
import { formatDuration } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { estimateValuesAtom, estimateValueText } from '../../work/work-items/estimates.ts'
import { type NewEstimate, newEstimateFromTemplate, switchProjectEstimate } from './actions.ts'
import { TemplateCards } from './TemplateCards.tsx'
import { useEstimateValueItemCounts } from './use-item-counts.ts'

interface SwitchEstimateProps {
  project: Project
  from: EstimateRow
  /** The estimate to switch to. Null creates an estimate from a template. */
  to: EstimateRow | null
  onClose: () => void
}

interface Target {
  row: EstimateRow
  points: readonly EstimatePointRow[]
  created: NewEstimate | null
}

/** Switches the project to another estimate and maps each old value to a new value. */
export function SwitchEstimate({ project, from, to, onClose }: SwitchEstimateProps) {
  const { t } = useTranslation()
  const [target, setTarget] = useState<Target | null>(() =>
    to === null ? null : { row: to, points: store.get(estimateValuesAtom(to.id)), created: null },
  )
  if (target !== null) return <Mapping project={project} from={from} target={target} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('estimates.switchTitle')} size="lg">
      <TemplateCards
        onChoose={(name) => {
          const created = newEstimateFromTemplate(project, name)
          setTarget({ ...created, created })
        }}
      />
    </Dialog>
  )
}

const none = 'none'

function Mapping({ project, from, target, onClose }: Omit<SwitchEstimateProps, 'to'> & { target: Target }) {
  const { t } = useTranslation()
  const points = useAtomValue(estimateValuesAtom(from.id))
  const [mapping, setMapping] = useState<Record<string, string | null>>(() =>
    proposeMapping(points, from, target),
  )
  const { counts, status, retry } = useEstimateValueItemCounts(project.id, from.id)

  function submit(): void {
    void switchProjectEstimate(project, target, mapping)
    onClose()
  }

  return (
    <FormDialog
      title={t('estimates.switchToTitle', { name: target.row.name })}
      description={t('estimates.mapText')}
      onSubmit={submit}
      submit={t('estimates.switchDo')}
      onClose={onClose}
    >
      {(status === 'error' || status === 'no_access') && <LoadError compact onRetry={retry} />}
      <ul className="flex flex-col gap-2">
        {points.map((point) => (
          <li key={point.id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate tabular">
                {estimateValueText(point)}
              </span>
              <span className="block text-sm text-faint tabular">
                {t('workItems.count', { count: counts[point.id] ?? 0 })}
              </span>
            </span>
            <span className="w-40 shrink-0">
              <Select
                label={t('estimates.becomes', { value: estimateValueText(point) })}
                value={mapping[point.id] ?? none}
                onChange={(id) => setMapping((all) => ({ ...all, [point.id]: id === none ? null : id }))}
                options={[
                  { value: none, label: t('workItems.none.estimate') },
                  ...target.points.map(({ id, value }) => ({
                    value: id,
                    label: formatEstimateValue(target.row.type, value, formatDuration),
                  })),
                ]}
              />
            </span>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

/**
 * Proposes a value of the new estimate for each old value. If both estimates have the same type, proposes the equal
 * value, or null if the new estimate has no equal value. Otherwise proposes the value at the same position.
 */
function proposeMapping(
  points: readonly EstimatePointRow[],
  from: EstimateRow,
  target: Target,
): Record<string, string | null> {
  const isSameType = from.type === target.row.type
  return Object.fromEntries(
    points.map(({ id, value }, at) => {
      const equal = isSameType
        ? target.points.find((other) => isSameEstimateValue(other.value, value))
        : undefined
      return [id, (equal ?? (isSameType ? undefined : target.points[at]))?.id ?? null]
    }),
  )
}
