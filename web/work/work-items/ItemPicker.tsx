import { useCallback, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { AnswerOf, QuerySent } from '#common/platform/call.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Picker } from '../../platform/ui/Picker.tsx'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'

export type FoundItem = AnswerOf<Calls['searchWorkItems']>[number]

interface ItemPickerProps {
  /** What the other item is picked for: one, or a place in a project. */
  item: Pick<WorkItemRow, 'project_id'> & Partial<Pick<WorkItemRow, 'id'>>
  /** Which items fit. */
  fitting: QuerySent<Calls['searchWorkItems']>
  label: string
  emptyText: string
  anchor: Element | null
  onPick: (found: Pick<FoundItem, 'id' | 'project_id'>) => void
  onClose: () => void
}

/** Another item, found by its name or key on the server. */
export function ItemPicker({ item, fitting, onPick, onClose, ...shown }: ItemPickerProps) {
  const { t } = useTranslation()
  const load = useFitting(item, fitting)
  return (
    <Picker
      {...shown}
      open
      isWide
      onOpenChange={(open) => !open && onClose()}
      align="end"
      placeholder={t('workItems.searchItems')}
      value={null}
      load={load}
      onChange={(value) => {
        const picked = value === null ? null : readValue(value)
        if (picked !== null) onPick(picked)
        onClose()
      }}
    />
  )
}

interface ItemsPickerProps extends ItemPickerProps {
  /** One that was picked just now was none of them after all. */
  onTake: (found: Pick<FoundItem, 'id' | 'project_id'>) => void
}

/** The same for as many as one likes: it stays open, with a tick at those that were picked. */
export function ItemsPicker({ item, fitting, onPick, onTake, onClose, ...shown }: ItemsPickerProps) {
  const { t } = useTranslation()
  const load = useFitting(item, fitting)
  const [picked, setPicked] = useState<readonly string[]>([])
  return (
    <Picker
      {...shown}
      multiple
      open
      isWide
      onOpenChange={(open) => !open && onClose()}
      align="end"
      placeholder={t('workItems.searchItems')}
      value={picked}
      load={load}
      onChange={(values) => {
        for (const value of values) if (!picked.includes(value)) onPick(readValue(value))
        for (const value of picked) if (!values.includes(value)) onTake(readValue(value))
        setPicked(values)
      }}
    />
  )
}

function useFitting({ id, project_id }: ItemPickerProps['item'], fitting: ItemPickerProps['fitting']) {
  return useCallback(
    async (search: string, signal: AbortSignal) => {
      const found = await request(
        'searchWorkItems',
        {
          params: { slug: currentSlug(), project_id },
          query: { ...fitting, ...(id && { issue_id: id }), ...(search && { search }) },
        },
        { signal },
      )
      return found.map(optionOf)
    },
    [id, project_id, fitting],
  )
}

function optionOf(found: FoundItem): PickerOption {
  return {
    value: `${found.project_id} ${found.id}`,
    label: found.name,
    hint: `${found.project__identifier}-${found.sequence_id}`,
    icon: <StateIcon group={found.state__group} color={found.state__color} />,
  }
}

function readValue(value: string): Pick<FoundItem, 'id' | 'project_id'> {
  const [project_id = '', id = ''] = value.split(' ')
  return { id, project_id }
}
