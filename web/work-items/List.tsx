import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Listing } from '#common/listing/listing.ts'
import { useTranslation } from '../locales/i18n.ts'
import { StateIcon } from '../ui/StateIcon.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { createWorkItem } from './actions.ts'
import { statesAtom } from './atoms.ts'
import { ListGroup } from './ListGroup.tsx'
import { ListRow } from './ListRow.tsx'
import { listingAtom, listingKey, loadMore } from './listings.ts'
import { useCanCreate } from './may.ts'
import { QuickAdd } from './QuickAdd.tsx'

interface ListProps {
  listing: Listing
  selected: string | null
  onOpen: (id: string) => void
}

type Line =
  | { kind: 'group'; group: string }
  | { kind: 'item'; group: string; id: string }
  | { kind: 'add'; group: string }
  | { kind: 'more'; group: string }

/** Rows in groups that fold; one virtual list, so ten thousand rows scroll like ten. */
export function List({ listing, selected, onOpen }: ListProps) {
  const { t } = useTranslation()
  const { groups, loadingMore } = useAtomValue(listingAtom(listingKey(listing)))
  const projectId = listing.context.project_id ?? ''
  const states = useAtomValue(statesAtom(projectId))
  const canCreate = useCanCreate(projectId)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState<string | null>(null)
  const lines = useMemo(
    () =>
      states.flatMap((state): Line[] => {
        const group = state.id
        const shown = groups[group] ?? { ids: [], total: 0 }
        const head: Line[] = [{ kind: 'group', group }]
        if (adding === group) head.push({ kind: 'add', group })
        if (folded.has(group)) return head
        const items = shown.ids.map((id): Line => ({ kind: 'item', group, id }))
        return [
          ...head,
          ...items,
          ...(shown.ids.length < shown.total ? [{ kind: 'more', group } as const] : []),
        ]
      }),
    [states, groups, folded, adding],
  )
  const toggle = (group: string) =>
    setFolded((now) =>
      now.has(group) ? new Set([...now].filter((other) => other !== group)) : new Set(now).add(group),
    )

  function line(at: Line) {
    const state = states.find(({ id }) => id === at.group)
    if (state === undefined) return null
    if (at.kind === 'item') return <ListRow id={at.id} selected={selected === at.id} onOpen={onOpen} />
    if (at.kind === 'add') {
      return (
        <div className="px-4 py-2">
          <QuickAdd
            group={at.group}
            placeholder={t('workItems.quickAdd', { name: state.name })}
            onCreate={(state_id, name) => void createWorkItem({ project_id: projectId, state_id, name })}
            onClose={() => setAdding(null)}
          />
        </div>
      )
    }
    if (at.kind === 'more') {
      return (
        <button
          type="button"
          disabled={loadingMore.includes(at.group)}
          onClick={() => void loadMore(listing, at.group)}
          className="flex h-row w-full items-center border-b border-line px-4 pl-10 text-soft hover:bg-hover hover:text-text"
        >
          {loadingMore.includes(at.group) ? t('ui.loading') : t('workItems.showMore')}
        </button>
      )
    }
    return (
      <ListGroup
        name={state.name}
        icon={<StateIcon group={state.group} color={state.color} />}
        total={groups[at.group]?.total ?? 0}
        folded={folded.has(at.group)}
        onFold={() => toggle(at.group)}
        onAdd={canCreate ? () => setAdding(at.group) : undefined}
      />
    )
  }

  return (
    <VirtualList
      className="min-h-0 flex-1"
      label={t('workItems.list')}
      rows={lines}
      keyOf={(at) => `${at.kind}:${at.kind === 'item' ? at.id : at.group}`}
      rowHeight={34}
      measured
      footer={<div className="h-16" />}
    >
      {line}
    </VirtualList>
  )
}
