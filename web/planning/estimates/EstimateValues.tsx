import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp, GripVertical, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  estimateValueProblem,
  estimateValuesLimit,
  maxEstimateValueLength,
} from '#common/planning/estimates/rules.ts'
import type { EstimatePointRow, EstimateRow } from '#common/planning/estimates/schema.ts'
import { parseTypedMinutes } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { InlineEdit } from '../../platform/ui/InlineEdit.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { estimateValuesAtom, estimateValueText } from '../../work/work-items/estimates.ts'
import { addEstimateValue, estimateValueReordering, renameEstimateValue } from './actions.ts'
import { DeleteEstimateValue } from './DeleteEstimateValue.tsx'

/** Lists the values of an estimate. They are edited in place and reordered by dragging or with keys. */
export function EstimateValues({ estimate, canEdit }: { estimate: EstimateRow; canEdit: boolean }) {
  const { t } = useTranslation()
  const points = useAtomValue(estimateValuesAtom(estimate.id))
  const [deleted, setDeleted] = useState<EstimatePointRow | null>(null)

  return (
    <>
      <SortableList
        as="ol"
        order={canEdit && estimateValueReordering}
        focus="[data-value] button"
        aria-label={t('estimates.values')}
        className="flex flex-col"
      >
        {points.map((point) => (
          <ValueLine
            key={point.id}
            estimate={estimate}
            point={point}
            points={points}
            canEdit={canEdit}
            onDelete={() => setDeleted(point)}
          />
        ))}
      </SortableList>
      {canEdit && <AddValue estimate={estimate} points={points} />}
      {deleted && <DeleteEstimateValue point={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

interface ValueLineProps {
  estimate: EstimateRow
  point: EstimatePointRow
  points: readonly EstimatePointRow[]
  canEdit: boolean
  onDelete: () => void
}

function ValueLine({ estimate, point, points, canEdit, onDelete }: ValueLineProps) {
  const { t } = useTranslation()
  const text = estimateValueText(point)

  function save(typed: string): void {
    const others = points.filter(({ id }) => id !== point.id).map(({ value }) => value)
    const problem = estimateValueProblem(estimate.type, typed, others, parseTypedMinutes)
    if (problem === null) void renameEstimateValue(estimate, point, typed)
    else toast.error(t('estimates.notChanged', { value: text }), { text: t(`estimates.problems.${problem}`) })
  }

  return (
    <SortableRow
      row={point.id}
      className="flex h-9 items-center gap-2 border-x border-b border-line bg-sheet pe-1 ps-2 first:rounded-t-lg first:border-t last:rounded-b-lg coarse:h-11"
    >
      {canEdit && (
        <GripVertical aria-hidden className="size-3.5 shrink-0 cursor-grab text-icon-faint coarse:hidden" />
      )}
      <span data-value className="min-w-0 flex-1 px-2 tabular">
        <InlineEdit
          value={text}
          label={t('estimates.value')}
          maxLength={maxEstimateValueLength}
          disabled={!canEdit}
          onSave={save}
        />
      </span>
      {canEdit && (
        <Menu
          align="end"
          trigger={
            <IconButton
              size="sm"
              label={t('estimates.actionsOf', { value: text })}
              icon={<MoreHorizontal />}
            />
          }
        >
          {point.key > 1 && (
            <MenuItem icon={<ArrowUp />} onSelect={() => void estimateValueReordering.step(point.id, -1)}>
              {t('ui.up')}
            </MenuItem>
          )}
          {point.key < points.length && (
            <MenuItem icon={<ArrowDown />} onSelect={() => void estimateValueReordering.step(point.id, 1)}>
              {t('ui.down')}
            </MenuItem>
          )}
          {points.length > 1 && (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
                {t('estimates.deleteValue')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </SortableRow>
  )
}

function AddValue({ estimate, points }: { estimate: EstimateRow; points: readonly EstimatePointRow[] }) {
  const { t } = useTranslation()
  const others = points.map(({ value }) => value)
  const form = useForm({
    saved: { value: '' },
    warnsOnLeave: true,
    check: ({ value }) => {
      const problem =
        value.trim() === '' ? null : estimateValueProblem(estimate.type, value, others, parseTypedMinutes)
      return { value: problem && t(`estimates.problems.${problem}`) }
    },
    send: ({ value }) => {
      if (value.trim() === '') return
      void addEstimateValue(estimate, value)
      form.reset()
    },
  })
  if (points.length >= estimateValuesLimit)
    return <p className="text-sm text-faint">{t('estimates.full', { most: estimateValuesLimit })}</p>
  return (
    <form className="flex items-start gap-2" onSubmit={form.submit}>
      <Field label={t('estimates.newValue')} hideLabel className="flex-1" error={form.problem('value')}>
        <Input
          maxLength={maxEstimateValueLength}
          placeholder={t(`estimates.placeholder.${estimate.type}`)}
          {...form.text('value')}
        />
      </Field>
      <Button type="submit" icon={<Plus />}>
        {t('estimates.add')}
      </Button>
    </form>
  )
}
