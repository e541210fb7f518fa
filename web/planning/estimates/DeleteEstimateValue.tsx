import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { EstimatePointRow } from '#common/planning/estimates/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { estimateValuesAtom, estimateValueText } from '../../work/work-items/estimates.ts'
import { deleteEstimateValue } from './actions.ts'
import { useEstimateValueItemCounts } from './use-item-counts.ts'

const none = 'none'

/** Shows how many items have the value and asks for a replacement. */
export function DeleteEstimateValue({ point, onClose }: { point: EstimatePointRow; onClose: () => void }) {
  const { t } = useTranslation()
  const others = useAtomValue(estimateValuesAtom(point.estimate_id)).filter(({ id }) => id !== point.id)
  const [chosen, setChosen] = useState(none)
  const { counts, ...loaded } = useEstimateValueItemCounts(point.project_id, point.estimate_id)
  const count = counts[point.id] ?? 0
  const value = estimateValueText(point)

  function submit(): void {
    if (loaded.status !== 'ready') return
    void deleteEstimateValue(point, chosen === none ? null : chosen)
    onClose()
  }

  return (
    <FormDialog
      title={t('estimates.deleteTitle', { value })}
      size="sm"
      onSubmit={submit}
      submit={t('estimates.deleteValue')}
      danger
      disabled={loaded.status !== 'ready'}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <LoadedContent compact of={loaded}>
          <p>{t(count === 0 ? 'estimates.noItems' : 'estimates.itemsHave', { count, value })}</p>
        </LoadedContent>
        {count > 0 && (
          <Field label={t('estimates.become')}>
            <Select
              value={chosen}
              onChange={setChosen}
              options={[
                { value: none, label: t('workItems.none.estimate') },
                ...others.map((other) => ({ value: other.id, label: estimateValueText(other) })),
              ]}
            />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}
