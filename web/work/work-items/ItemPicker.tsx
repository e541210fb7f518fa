import { useCallback, useState } from 'react'
import type { Calls } from '#common/calls.ts'
import type { QueryInputOf, ResponseOf } from '#common/platform/call.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Picker } from '../../platform/ui/Picker.tsx'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'

export type FoundItem = ResponseOf<Calls['searchWorkItems']>[number]

interface ItemPickerProps {
  /** The item for which the user picks another item, or only the project of that item. */
  item: Pick<WorkItemRow, 'project_id'> & Partial<Pick<WorkItemRow, 'id'>>
  /** Search parameters that limit which items are offered. */
  searchQuery: QueryInputOf<Calls['searchWorkItems']>
  label: string
  emptyText: string
  anchor: Element | null
  onPick: (found: Pick<FoundItem, 'id' | 'project_id'>) => void
  onClose: () => void
}

/** Picker for another item, which searches by name or key on the server. */
export function ItemPicker({ item, searchQuery, onPick, onClose, ...shown }: ItemPickerProps) {
  const { t } = useTranslation()
  const load = useSearch(item, searchQuery)
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

interface MultiItemPickerProps extends ItemPickerProps {
  /** Called if the user clears the check mark of an item that was picked before. */
  onUnpick: (found: Pick<FoundItem, 'id' | 'project_id'>) => void
}

/** Picker for several items. It stays open and shows a check mark on picked items. */
export function MultiItemPicker({
  item,
  searchQuery,
  onPick,
  onUnpick,
  onClose,
  ...shown
}: MultiItemPickerProps) {
  const { t } = useTranslation()
  const load = useSearch(item, searchQuery)
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
        for (const value of picked) if (!values.includes(value)) onUnpick(readValue(value))
        setPicked(values)
      }}
    />
  )
}

function useSearch({ id, project_id }: ItemPickerProps['item'], searchQuery: ItemPickerProps['searchQuery']) {
  return useCallback(
    async (search: string, signal: AbortSignal) => {
      const found = await request(
        'searchWorkItems',
        {
          params: { slug: currentSlug(), project_id },
          query: { ...searchQuery, ...(id && { issue_id: id }), ...(search && { search }) },
        },
        { signal },
      )
      return found.map(optionOf)
    },
    [id, project_id, searchQuery],
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
