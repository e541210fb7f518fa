import { atom, useAtom, useAtomValue } from 'jotai'
import { ListTree, Plus, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import { countProgress, type DoneAndTotal } from '#common/work/work-items/progress.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { useCanCreateItems, useCanEditItem } from '../../../platform/person/roles.ts'
import { clockAtom } from '../../../platform/person/today.ts'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { Section, SectionButton } from '../../../platform/ui/Section.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { nonEmptyGroups, useNamedGroups } from '../../listing/groups.ts'
import { QuickAdd } from '../../listing/layouts/QuickAdd.tsx'
import {
  groupOfListing,
  listingAtom,
  loadNextListingPage,
  subscribeToListing,
} from '../../listing/listings.ts'
import type { ListingView } from '../../listing/view.ts'
import { createWorkItem } from '../../work-items/actions.ts'
import { ItemPicker } from '../../work-items/ItemPicker.tsx'
import { RelatedItemLine } from '../RelatedItemLine.tsx'
import { attachSubItem, detachSubItem } from './actions.ts'
import { SubItemMenu } from './SubItemMenu.tsx'
import { SubItemProgress } from './SubItemProgress.tsx'
import { noSubItemFilters, type SubItemProperty, subItemProperties, subItemSettingsAtom } from './settings.ts'
import { subItemsView } from './view.ts'

interface SubItemsProps {
  row: WorkItemRow
  onOpen?: ((id: string) => void) | undefined
}

const searchQuery = { sub_issue: 'true' } as const

/** View settings of a list without filters. The client loads this list to count all sub-items. */
const whole = { group_by: null, order_by: 'created_at', filters: noSubItemFilters } as const

/** The sub-items of an item and their progress. */
export function SubItems({ row, onOpen }: SubItemsProps) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const [settings, setSettings] = useAtom(subItemSettingsAtom(`${getMyId()}|${project_id}`))
  const clock = useAtomValue(clockAtom)
  const everything = useMemo(() => subItemsView({ id, project_id }, whole, clock), [id, project_id, clock])
  const view = useMemo(
    () => subItemsView({ id, project_id }, settings, clock),
    [id, project_id, settings, clock],
  )
  useEffect(() => subscribeToListing(everything), [everything])
  // With the default settings, the shown list equals the list of all sub-items, so it is loaded only once.
  const isWhole = view.key === everything.key
  useEffect(() => (isWhole ? undefined : subscribeToListing(view)), [view, isWhole])
  const { groups, status } = useAtomValue(listingAtom(everything.key))
  const { ids, total } = groupOfListing(groups, flatListingGroupName)
  const awaited = status === 'loading' ? row.sub_issues_count : 0
  const progress = useProgress(ids, total)
  const canAdd = useCanCreateItems(project_id) && row.archived_at === null
  const [adding, setAdding] = useState<'new' | 'existing' | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const shown = useMemo(
    () => new Set(subItemProperties.filter((name) => !settings.hidden.includes(name))),
    [settings.hidden],
  )
  return (
    <Section
      title={t('workItems.subItems.title')}
      summary={progress.total > 0 && <SubItemProgress {...progress} />}
      isEmpty={total === 0 && awaited === 0 && adding !== 'new'}
      action={
        (canAdd || total > 0) && (
          <>
            {total > 0 && <SubItemMenu projectId={project_id} settings={settings} onChange={setSettings} />}
            {canAdd && (
              <Menu
                align="end"
                trigger={
                  <SectionButton
                    ref={add}
                    label={t('workItems.subItems.add')}
                    icon={<Plus />}
                    emptyIcon={<ListTree />}
                  />
                }
              >
                <MenuItem icon={<Plus />} onSelect={() => setAdding('new')}>
                  {t('workItems.subItems.create')}
                </MenuItem>
                <MenuItem icon={<Search />} onSelect={() => setAdding('existing')}>
                  {t('workItems.subItems.attach')}
                </MenuItem>
              </Menu>
            )}
            {canAdd && adding === 'existing' && (
              <ItemPicker
                item={row}
                searchQuery={searchQuery}
                label={t('workItems.subItems.attach')}
                emptyText={t('workItems.subItems.none')}
                anchor={add.current}
                onPick={(found) => void attachSubItem(row, found.id)}
                onClose={() => setAdding(null)}
              />
            )}
          </>
        )
      }
    >
      {awaited > 0 && <LoadingSubItems count={awaited} />}
      <SubItemList view={view} shown={shown} onOpen={onOpen} isFiltered={total > 0} />
      {adding === 'new' && (
        <div data-part-of-item className="pt-1.5">
          <QuickAdd
            group={id}
            placeholder={t('workItems.subItems.create')}
            onCreate={(parent_id, name) => void createWorkItem({ project_id, name, parent_id })}
            onClose={() => {
              setAdding(null)
              requestAnimationFrame(() => {
                if (document.activeElement === document.body) add.current?.focus()
              })
            }}
          />
        </div>
      )}
    </Section>
  )
}

/** Maximum number of sub-items that one request loads. */
const pageLength = 100

/** Placeholders for sub-items that are still loading, so that the content below does not jump. */
function LoadingSubItems({ count }: { count: number }) {
  return (
    <div aria-busy>
      {Array.from({ length: Math.min(count, pageLength) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal
        <div key={at} className="flex h-8 items-center coarse:h-11">
          <Skeleton className={at % 2 === 0 ? 'w-3/5' : 'w-2/5'} />
        </div>
      ))}
    </div>
  )
}

interface SubItemListProps {
  view: ListingView
  shown: ReadonlySet<SubItemProperty>
  onOpen: SubItemsProps['onOpen']
  /** True if the item has sub-items, so that an empty list is due to the filters. */
  isFiltered: boolean
}

/** The sub-items that match the filters, in their groups. */
function SubItemList({ view, shown, onOpen, isFiltered }: SubItemListProps) {
  const { t } = useTranslation()
  const { groups, status } = useAtomValue(listingAtom(view.key))
  const { group_by, context } = view.listing
  const heads = useNamedGroups(group_by, context.project_id, nonEmptyGroups(groups), false).filter(
    ({ key }) => groupOfListing(groups, key).total > 0,
  )
  if (heads.length === 0)
    return isFiltered && status === 'ready' ? (
      <p className="flex min-h-8 items-center text-soft">{t('workItems.subItems.noMatch')}</p>
    ) : null
  return heads.map(({ key, name, icon }) => {
    const { ids, total } = groupOfListing(groups, key)
    const label =
      group_by === null ? t('workItems.subItems.title') : t('workItems.subItems.inGroup', { name })
    return (
      <div key={key}>
        {group_by !== null && (
          <h3 className="flex h-8 items-center gap-1.5 text-sm font-medium text-soft [&>svg]:size-3.5">
            {icon}
            <span dir="auto" className="truncate">
              {name}
            </span>
            <span className="font-normal text-faint tabular">{total}</span>
          </h3>
        )}
        <ul aria-label={label}>
          {ids.map((subId) => (
            <SubItem key={subId} id={subId} shown={shown} onOpen={onOpen} />
          ))}
        </ul>
        {ids.length < total && (
          <button
            type="button"
            onClick={() => void loadNextListingPage(view, key)}
            className="flex h-8 items-center rounded-sm text-soft hover:text-text"
          >
            {t('workItems.showMore')}
          </button>
        )}
      </div>
    )
  })
}

interface SubItemProps extends Pick<SubItemListProps, 'shown' | 'onOpen'> {
  id: string
}

function SubItem({ id, ...props }: SubItemProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return row && <Filled row={row} {...props} />
}

function Filled({ row, shown, onOpen }: Omit<SubItemProps, 'id'> & { row: WorkItemRow }) {
  const { t } = useTranslation()
  const canEdit = useCanEditItem(row)
  return (
    <RelatedItemLine
      row={row}
      onOpen={onOpen}
      shown={shown}
      removeLabel={t('workItems.subItems.remove', { name: row.name })}
      onRemove={canEdit ? () => void detachSubItem(row) : undefined}
    />
  )
}

function useProgress(ids: readonly string[], total: number): DoneAndTotal {
  const counts = useMemo(() => {
    const countOf = (group: 'completed' | 'cancelled') =>
      atom((get) => ids.filter((id) => get(tables.work_items.rowAtom(id))?.state__group === group).length)
    return { completed: countOf('completed'), cancelled: countOf('cancelled') }
  }, [ids])
  return countProgress({
    total,
    completed: useAtomValue(counts.completed),
    cancelled: useAtomValue(counts.cancelled),
  })
}
