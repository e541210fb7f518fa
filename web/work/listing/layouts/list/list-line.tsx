import type { ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { t } from '../../../../locales/i18n.ts'
import type { NamedGroup } from '../../groups.ts'
import { groupOfListing } from '../../listings.ts'
import { createItemInGroup } from '../../new-item.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { ListGroup } from './ListGroup.tsx'
import { ListRow } from './ListRow.tsx'
import { LoadMoreLine } from './LoadMoreLine.tsx'
import type { ListLine } from './lines.ts'
import type { useListDrag } from './use-list-drag.ts'

/** The data and handlers that all lines of a list share. */
export interface LineContext {
  listing: Listing
  groups: ListingGroups
  heads: readonly NamedGroup[]
  drag: ReturnType<typeof useListDrag>
  row: Pick<React.ComponentProps<typeof ListRow>, 'shown' | 'manual' | 'onOpen'>
  /** Id of the item in the side panel. */
  selected: string | null
  folded: ReadonlySet<string>
  loadingMore: readonly string[]
  onMore: (group: string) => void
  onFold: (group: string) => void
  onSelect: (group: string, isSelected: boolean) => void
  onAdd: ((group: string) => void) | undefined
  onAdded: () => void
}

/**
 * Renders one line. It is a plain function, because a component per line would double the number of
 * components.
 */
export function renderListLine(line: ListLine, context: LineContext) {
  if (line.kind === 'item') return itemLine(line, context)
  const { group } = line
  const { loadingMore, onMore } = context
  if (line.kind === 'more') {
    const loaded = groupOfListing(context.groups, group).ids.length
    return (
      <LoadMoreLine group={group} loaded={loaded} loading={loadingMore.includes(group)} onMore={onMore} />
    )
  }
  const head = context.heads.find(({ key }) => key === group)
  if (head === undefined) return null
  return line.kind === 'add' ? addLine(head, context) : headLine(head, context)
}

function itemLine(
  { group, id }: Extract<ListLine, { kind: 'item' }>,
  { groups, drag, row, selected }: LineContext,
) {
  return (
    <ListRow
      id={id}
      group={group}
      peeked={selected === id}
      lifted={drag.lifted === id}
      landing={edgeAt(drag.landing, groups, group, id)}
      {...row}
    />
  )
}

/** Returns the edge of a row at which a dragged item would be inserted. */
function edgeAt(
  landing: LineContext['drag']['landing'],
  groups: ListingGroups,
  group: string,
  id: string,
): 'top' | 'bottom' | null {
  if (landing?.cell !== group) return null
  if (landing.before === id) return 'top'
  return landing.before === null && groupOfListing(groups, group).ids.at(-1) === id ? 'bottom' : null
}

function addLine({ key, name }: NamedGroup, { listing, groups, onAdded }: LineContext) {
  return (
    <div className="px-gutter py-2">
      <QuickAdd
        group={key}
        placeholder={t('workItems.quickAdd', { name })}
        onCreate={(to, typed) =>
          void createItemInGroup(listing, to, null, typed, {
            ids: groupOfListing(groups, to).ids,
            at: 'bottom',
          })
        }
        onClose={onAdded}
      />
    </div>
  )
}

function headLine({ key, name, icon }: NamedGroup, { groups, drag, folded, ...on }: LineContext) {
  return (
    <ListGroup
      group={key}
      name={name}
      icon={icon}
      shown={groupOfListing(groups, key)}
      folded={folded.has(key)}
      isTarget={drag.over === key}
      onFold={on.onFold}
      onSelect={on.onSelect}
      onAdd={on.onAdd}
    />
  )
}
