import { Plus } from 'lucide-react'
import { memo, type ReactNode, useRef, useState } from 'react'
import type { Group } from '#common/listing/arrange.ts'
import { useTranslation } from '../locales/i18n.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { Card } from './Card.tsx'
import { useGroupDrop } from './drag.ts'
import { QuickAdd } from './QuickAdd.tsx'

interface ColumnProps {
  name: string
  icon: ReactNode
  groupKey: string
  group: Group
  loadingMore: boolean
  canCreate: boolean
  selected: string | null
  lifted: string | null
  /** Where a card lifted by keyboard would go, when it is in this column. */
  landing: { before: string | null } | null
  onOpen: (id: string) => void
  onNearEnd: (group: string) => void
  onCreate: (group: string, name: string) => void
}

export const Column = memo(function Column({
  name,
  icon,
  groupKey,
  group,
  loadingMore,
  canCreate,
  selected,
  lifted,
  landing,
  onOpen,
  onNearEnd,
  onCreate,
}: ColumnProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState<'top' | 'bottom' | null>(null)
  const over = useGroupDrop(element, groupKey)
  const quickAdd = (
    <QuickAdd
      group={groupKey}
      onCreate={onCreate}
      onClose={() => setAdding(null)}
      placeholder={t('workItems.quickAdd', { name })}
    />
  )
  return (
    <section
      ref={element}
      data-group={groupKey}
      aria-label={t('workItems.columnLabel', { name, count: group.total })}
      className={cx(
        'flex h-full w-[min(var(--column),calc(100vw-48px))] shrink-0 snap-start flex-col rounded-md transition-colors',
        over && 'bg-hover',
      )}
    >
      <header className="flex h-7.5 shrink-0 items-center gap-1.75 px-1 font-strong">
        {icon}
        <h2 className="truncate">{name}</h2>
        <span className="font-medium text-faint tabular">{group.total}</span>
        {canCreate && (
          <IconButton
            className="ml-auto"
            size="sm"
            label={t('workItems.addTo', { name })}
            icon={<Plus />}
            onClick={() => setAdding('top')}
          />
        )}
      </header>
      <VirtualList
        className="min-h-0 flex-1 px-px pt-1.5"
        label={name}
        rows={group.ids}
        keyOf={(id) => id}
        rowHeight={96}
        measured
        onNearEnd={() => onNearEnd(groupKey)}
        header={adding === 'top' && <div className="pb-1.75">{quickAdd}</div>}
        footer={
          <div className="pb-3">
            {landing && landing.before === null && <Landing />}
            {loadingMore && (
              <div className="flex justify-center py-2 text-faint">
                <Spinner size={14} label={t('ui.loading')} />
              </div>
            )}
            {adding === 'bottom'
              ? quickAdd
              : canCreate && (
                  <button
                    type="button"
                    onClick={() => setAdding('bottom')}
                    className="flex h-7.5 w-full items-center gap-1.75 rounded-md px-2 text-faint hover:bg-hover hover:text-text coarse:h-touch"
                  >
                    <Plus aria-hidden />
                    {t('workItems.addItem')}
                  </button>
                )}
          </div>
        }
      >
        {(id) => (
          <>
            {landing?.before === id && <Landing />}
            <Card
              id={id}
              group={groupKey}
              selected={selected === id}
              lifted={lifted === id}
              onOpen={onOpen}
            />
          </>
        )}
      </VirtualList>
    </section>
  )
})

function Landing() {
  return (
    <div
      aria-hidden
      className="mb-1.75 h-9 rounded-md border-[1.5px] border-dashed border-accent bg-accent-soft"
    />
  )
}
