import type { ListingGroup, ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { listNames } from '../../../../locales/formats.ts'
import { t } from '../../../../locales/i18n.ts'
import { groupInCell, itemIdsInCell, parseCellPath } from '../../cell-path.ts'
import type { NamedGroup } from '../../groups.ts'
import { createGroupPath } from '../../listings.ts'
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
  subHeads: readonly NamedGroup[]
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
    const loaded = itemIdsInCell(context.groups, group).length
    return (
      <LoadMoreLine group={group} loaded={loaded} loading={loadingMore.includes(group)} onMore={onMore} />
    )
  }
  const head = headOfCell(group, context)
  if (head === null) return null
  return line.kind === 'add' ? addLine(head, context) : headLine(head, line.kind, context)
}

/** Returns the header of a group or sub-group. The name of a sub-group includes its group for screen readers. */
function headOfCell(path: string, { heads, subHeads }: LineContext): ListHead | null {
  const { group, sub } = parseCellPath(path)
  const head = heads.find(({ key }) => key === group)
  if (head === undefined) return null
  if (sub === null) return { ...head, key: path, fullName: head.name }
  const subHead = subHeads.find(({ key }) => key === sub)
  return subHead === undefined
    ? null
    : { ...subHead, key: path, fullName: listNames([head.name, subHead.name]) }
}

interface ListHead extends NamedGroup {
  fullName: string
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
  return landing.before === null && itemIdsInCell(groups, group).at(-1) === id ? 'bottom' : null
}

function addLine({ key, fullName }: ListHead, { listing, groups, onAdded }: LineContext) {
  return (
    <div className="px-gutter py-2">
      <QuickAdd
        group={key}
        placeholder={t('workItems.quickAdd', { name: fullName })}
        onCreate={(to, typed) => {
          const { group, sub } = parseCellPath(to)
          const ids = itemIdsInCell(groups, to)
          void createItemInGroup(listing, group, sub, typed, { ids, at: 'bottom' })
        }}
        onClose={onAdded}
      />
    </div>
  )
}

function headLine(
  { key, name, fullName, icon }: ListHead,
  level: 'group' | 'sub-group',
  { groups, subHeads, drag, folded, ...on }: LineContext,
) {
  return (
    <ListGroup
      group={key}
      level={level}
      name={name}
      fullName={fullName}
      icon={icon}
      shown={wholeGroup(groups, key, subHeads)}
      folded={folded.has(key)}
      isTarget={drag.over === key}
      onFold={on.onFold}
      onSelect={on.onSelect}
      onAdd={on.onAdd}
    />
  )
}

/** Returns a group with the ids of all of its sub-groups in their order, without repetition. */
function wholeGroup(groups: ListingGroups, path: string, subHeads: readonly NamedGroup[]): ListingGroup {
  const group = groupInCell(groups, path)
  if (group.groups === undefined) return group
  const ids = subHeads.flatMap(({ key }) => itemIdsInCell(groups, createGroupPath(path, key)))
  return { ...group, ids: [...new Set(ids)] }
}
