import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { StateRow } from '#common/work/states/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { countStateItems, deleteState } from './actions.ts'
import { statesAtom } from './atoms.ts'

/** Shows how many items are in a state and asks for the state that they move to. */
export function DeleteState({ row, onClose }: { row: StateRow; onClose: () => void }) {
  const { t } = useTranslation()
  const others = useAtomValue(statesAtom(row.project_id)).filter(({ id }) => id !== row.id)
  const [counts, setCounts] = useState<Record<string, number>>({})
  const loaded = useLoadState(
    useCallback(async () => setCounts(await countStateItems(row.project_id)), [row.project_id]),
  )
  // Suggests a state of the same group, or else the default state.
  const likely = others.find(({ group }) => group === row.group) ?? others.find((one) => one.default)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = others.find(({ id }) => id === chosen) ?? likely
  const count = counts[row.id] ?? 0
  const canDelete = loaded.status === 'ready' && to !== undefined

  function submit(): void {
    if (!canDelete) return
    void deleteState(row, to)
    onClose()
  }

  return (
    <FormDialog
      title={t('states.deleteTitle', { name: row.name })}
      size="sm"
      onSubmit={submit}
      submit={t('states.delete')}
      danger
      disabled={!canDelete}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <LoadedContent compact of={loaded}>
          <p>{count === 0 ? t('states.noItems') : t('states.itemsAre', { count })}</p>
          {count > 0 && (
            <Field label={t('states.goTo')}>
              <Select
                value={to?.id ?? null}
                onChange={setChosen}
                options={others.map(({ id, name, group, color }) => ({
                  value: id,
                  label: name,
                  icon: <StateIcon group={group} color={color} />,
                }))}
              />
            </Field>
          )}
        </LoadedContent>
      </div>
    </FormDialog>
  )
}
