import { useAtomValue } from 'jotai'
import { Plus, Waypoints } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import {
  type RelationName,
  relationFromItemPerspective,
  relationNames,
} from '#common/work/relations/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { useCanRelateItem } from '../../platform/person/roles.ts'
import type { Relation } from '../../platform/sync/tables.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { Section, SectionButton } from '../../platform/ui/Section.tsx'
import { addRelation, deleteRelation } from '../relations/actions.ts'
import { getRelationKey, itemRelationsAtom } from '../relations/atoms.ts'
import { loadRelations } from '../relations/load.ts'
import { relationIcons } from '../relations/relation-icons.tsx'
import { useLoadRelations } from '../relations/use-load-relations.ts'
import { ItemPicker } from '../work-items/ItemPicker.tsx'
import { RelatedItemLine } from './RelatedItemLine.tsx'
import { useLoadMissingItem } from './use-load-missing-item.ts'

interface RelationsProps {
  row: WorkItemRow
  onOpen?: ((id: string) => void) | undefined
}

/** The keys of the most frequent relations. */
const shortcuts: readonly [keys: string, name: RelationName][] = [
  ['r r', 'relates_to'],
  ['r b', 'blocked_by'],
  ['r x', 'blocking'],
  ['r d', 'duplicate'],
]

const searchQuery = { issue_relation: 'true', workspace_search: 'true' } as const

/** The relations of an item, grouped by their name as seen from this item. */
export function Relations({ row, onOpen }: RelationsProps) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const relations = useAtomValue(itemRelationsAtom(id))
  const canRelate = useCanRelateItem(row)
  const [adding, setAdding] = useState<RelationName | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  useLoadRelations(useCallback(() => loadRelations({ id, project_id }), [id, project_id]))
  const addByKey = (name: RelationName) => {
    bufferKeysUntilFocus()
    setAdding(name)
  }
  const named = relationNames.flatMap((name) => {
    const relationsOfName = relations.filter(
      (relation) => relationFromItemPerspective(id, relation).name === name,
    )
    return relationsOfName.length === 0 ? [] : [{ name, relationsOfName }]
  })
  return (
    <Section
      title={t('workItems.relations.title')}
      summary={<CountLabel value={relations.length} />}
      isEmpty={relations.length === 0}
      action={
        canRelate && (
          <>
            <Menu
              align="end"
              trigger={
                <SectionButton
                  ref={add}
                  label={t('workItems.relations.add')}
                  icon={<Plus />}
                  emptyIcon={<Waypoints />}
                />
              }
            >
              {relationNames.map((name) => (
                <MenuItem
                  key={name}
                  icon={relationIcons[name]}
                  keys={shortcuts.find(([, shown]) => shown === name)?.[0]}
                  onSelect={() => setAdding(name)}
                >
                  {t(`workItems.relations.names.${name}`)}
                </MenuItem>
              ))}
            </Menu>
            {shortcuts.map(([keys, name]) => (
              <RelationShortcut key={keys} keys={keys} name={name} onPress={() => addByKey(name)} />
            ))}
            {adding !== null && (
              <ItemPicker
                item={row}
                searchQuery={searchQuery}
                label={t(`workItems.relations.names.${adding}`)}
                emptyText={t('workItems.relations.none')}
                anchor={add.current}
                onPick={(other) => void addRelation(row, adding, other)}
                onClose={() => setAdding(null)}
              />
            )}
          </>
        )
      }
    >
      {named.map(({ name, relationsOfName }) => (
        <div key={name} className="flex flex-col pt-1">
          <h3 className="flex h-6 items-center gap-1.5 text-sm font-medium text-faint [&>svg]:size-3.5">
            {relationIcons[name]}
            {t(`workItems.relations.names.${name}`)}
          </h3>
          <ul aria-label={t(`workItems.relations.names.${name}`)}>
            {relationsOfName.map((relation) => (
              <RelatedItem
                key={getRelationKey(relation)}
                row={row}
                relation={relation}
                onOpen={onOpen}
                onRemove={canRelate ? () => void deleteRelation(row, relation) : undefined}
              />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

interface RelationShortcutProps {
  keys: string
  name: RelationName
  onPress: () => void
}

/** The shortcut that adds a relation to the open item. */
function RelationShortcut({ keys, name, onPress }: RelationShortcutProps) {
  const { t } = useTranslation()
  useHotkey(keys, onPress, {
    group: t('workItems.item'),
    description: t(`workItems.relations.names.${name}`),
  })
  return null
}

interface RelatedItemProps extends RelationsProps {
  relation: Relation
  onRemove: (() => void) | undefined
}

function RelatedItem({ row, relation, onOpen, onRemove }: RelatedItemProps) {
  const { t } = useTranslation()
  const { other } = relationFromItemPerspective(row.id, relation)
  const related = useAtomValue(tables.work_items.rowAtom(other))
  const isFirst = relation.issue_id === row.id
  useLoadMissingItem(other, isFirst ? relation.related_project_id : relation.project_id, related)
  if (related === undefined) return null
  return (
    <RelatedItemLine
      row={related}
      // The side panel of a project's list only shows items of that project. Without `onOpen`, items of other
      // projects open on their own page.
      onOpen={related.project_id === row.project_id ? onOpen : undefined}
      removeLabel={t('workItems.relations.remove', { name: related.name })}
      onRemove={onRemove}
    />
  )
}
