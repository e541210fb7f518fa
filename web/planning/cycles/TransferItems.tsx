import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { openCyclesAtom } from '../../work/cycles-modules-epics/cycles.ts'
import { transferUnfinishedItems } from './actions.ts'

/**
 * The dialog that moves the unfinished items of a cycle to another cycle. It shows the number of items first,
 * because the transfer cannot be undone.
 */
export function TransferItems({ cycle, onClose }: { cycle: CycleRow; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const targets = useAtomValue(openCyclesAtom(cycle.project_id)).filter(({ id }) => id !== cycle.id)
  const [chosen, setChosen] = useState(targets[0]?.id ?? null)
  const { left, ...loaded } = useLeft(cycle)
  const to = targets.find(({ id }) => id === chosen)

  function submit(): void {
    if (to === undefined || !left) return
    void transferUnfinishedItems(cycle, to)
    onClose()
  }

  return (
    <FormDialog
      title={t('cycles.transferTitle', { name: cycle.name })}
      onSubmit={submit}
      submit={t('cycles.transferDo')}
      disabled={to === undefined || !left}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <LoadedContent compact of={loaded}>
          <p>
            {left === 0
              ? t('cycles.nothingLeft', { name: cycle.name })
              : t('cycles.transferText', { count: left, name: cycle.name })}
          </p>
        </LoadedContent>
        {targets.length === 0 && left > 0 && <p className="text-soft">{t('cycles.transferNone')}</p>}
        {targets.length > 0 && left > 0 && (
          <RadioGroup
            label={t('cycles.transferTo')}
            value={chosen ?? ''}
            onChange={setChosen}
            options={targets.map((target) => ({
              value: target.id,
              label: target.name,
              hint: cycleDaysText(target, i18n.language),
            }))}
          />
        )}
      </div>
    </FormDialog>
  )
}

/** Counts the unfinished items on the server, because not all of them are loaded in this client. */
function useLeft({ id: cycle_id, project_id }: CycleRow) {
  const [left, setLeft] = useState(0)
  const read = useCallback(async () => {
    const params = { slug: currentSlug(), project_id, cycle_id }
    const now = await request('listCycleWorkItems', {
      params,
      query: { per_page: '1', state_group: 'backlog,unstarted,started' },
    })
    setLeft(now.total_count)
  }, [cycle_id, project_id])
  return { left, ...useLoadState(read) }
}
