import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { labelsAtom } from './atoms.ts'
import { mergeLabel } from './settings.ts'
import { useLabelCounts } from './use-label-counts.ts'

/** Asks which label replaces the given label and shows how many items are affected. */
export function MergeLabel({ row, onClose }: { row: LabelRow; onClose: () => void }) {
  const { t } = useTranslation()
  const others = useAtomValue(labelsAtom(row.project_id)).filter(({ id }) => id !== row.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const into = others.find(({ id }) => id === chosen)
  const { counts, ...loaded } = useLabelCounts(row.project_id)
  const count = counts[row.id] ?? 0

  function submit(): void {
    if (into === undefined) return
    void mergeLabel(row, into)
    onClose()
  }

  return (
    <FormDialog
      title={t('labels.mergeTitle', { name: row.name })}
      size="sm"
      onSubmit={submit}
      submit={t('labels.merge')}
      disabled={into === undefined || loaded.status !== 'ready'}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('labels.mergeInto')}>
          <Select
            value={chosen}
            onChange={setChosen}
            placeholder={t('labels.choose')}
            options={others.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <span className="size-2.5 rounded-full" style={{ background: color }} />,
            }))}
          />
        </Field>
        <LoadedContent compact of={loaded}>
          <p className="text-pretty text-soft">
            {count === 0 ? t('labels.noItems') : t('labels.itemsGet', { count })}
          </p>
        </LoadedContent>
      </div>
    </FormDialog>
  )
}
