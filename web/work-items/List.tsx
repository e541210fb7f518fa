import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { VirtualList } from '../ui/VirtualList.tsx'
import { createIn } from './actions.ts'
import { ListGroup } from './ListGroup.tsx'
import { ListRow } from './ListRow.tsx'
import type { LayoutProps } from './layout-props.ts'
import { filledGroups, useGroupHeads } from './listing/groups.tsx'
import { listingAtom, loadMore } from './listing/listings.ts'
import { useCanCreateIn } from './may.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { useSelectionOrder } from './selection/selected.ts'

type Line =
  | { kind: 'group'; group: string }
  | { kind: 'item'; group: string; id: string }
  | { kind: 'add'; group: string }
  | { kind: 'more'; group: string }

/** Rows in groups that fold; one virtual list, so ten thousand rows scroll like ten. */
export function List({ view, display, selected, onOpen }: LayoutProps) {
  const { t } = useTranslation()
  const { context, group_by } = view.listing
  const { groups, loadingMore } = useAtomValue(listingAtom(view.key))
  const filled = useMemo(() => filledGroups(groups), [groups])
  const showEmpty = display.looking.display_filters.show_empty_groups
  const heads = useGroupHeads(group_by, context.project_id, filled, showEmpty)
  const canAdd = useCanCreateIn(context) && context.canQuickAdd && context.project_id !== null
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState<string | null>(null)
  const lines = useMemo(
    () =>
      heads.flatMap(({ key: group }): Line[] => {
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
    [heads, groups, folded, adding],
  )
  useSelectionOrder(
    useCallback(() => lines.flatMap((line) => (line.kind === 'item' ? [line.id] : [])), [lines]),
  )
  const toggle = (group: string) =>
    setFolded((now) =>
      now.has(group) ? new Set([...now].filter((other) => other !== group)) : new Set(now).add(group),
    )

  function line(at: Line) {
    const head = heads.find(({ key }) => key === at.group)
    if (head === undefined) return null
    if (at.kind === 'item') return <ListRow id={at.id} selected={selected === at.id} onOpen={onOpen} />
    if (at.kind === 'add') {
      return (
        <div className="px-4 py-2">
          <QuickAdd
            group={at.group}
            placeholder={t('workItems.quickAdd', { name: head.name })}
            onCreate={(group, name) => void createIn(view.listing, group, null, name)}
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
          onClick={() => void loadMore(view, at.group)}
          className="flex h-row w-full items-center border-b border-line px-4 pl-10 text-soft hover:bg-hover hover:text-text"
        >
          {loadingMore.includes(at.group) ? t('ui.loading') : t('workItems.showMore')}
        </button>
      )
    }
    return (
      <ListGroup
        name={head.name}
        icon={head.icon}
        total={groups[at.group]?.total ?? 0}
        folded={folded.has(at.group)}
        onFold={() => toggle(at.group)}
        onAdd={canAdd ? () => setAdding(at.group) : undefined}
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
