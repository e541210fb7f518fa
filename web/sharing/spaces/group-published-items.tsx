import type { ReactNode } from 'react'
import type { PublicItem, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { stateGroups } from '#common/work/states/groups.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import { t } from '../../locales/i18n.ts'
import { PriorityIcon } from '../../platform/ui/PriorityIcon.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'

export interface PublishedGroup {
  id: string
  name: string
  icon: ReactNode
  items: PublicItem[]
}

/** Groups the items by state, or by the group setting of a published view. */
export function groupPublishedItems(board: PublishedBoard, items: readonly PublicItem[]): PublishedGroup[] {
  return heads(board).map(({ isIn, ...head }) => ({ ...head, items: items.filter(isIn) }))
}

type Head = Omit<PublishedGroup, 'items'> & { isIn: (item: PublicItem) => boolean }

function heads({ group_by, states, labels }: PublishedBoard): Head[] {
  const groupOf = new Map(states.map(({ id, group }) => [id, group]))
  switch (group_by) {
    case 'priority':
      return priorities.map((priority) => ({
        id: priority,
        name: t(`ui.priority.${priority}`),
        icon: <PriorityIcon priority={priority} />,
        isIn: (item) => item.priority === priority,
      }))
    case 'labels__id':
      return [
        ...labels.map(({ id, name, color }) => ({
          id,
          name,
          icon: <span aria-hidden className="size-2.5 rounded-full" style={{ background: color }} />,
          isIn: (item: PublicItem) => item.label_ids.includes(id),
        })),
        { id: 'none', name: t('spaces.noLabel'), icon: null, isIn: (item) => item.label_ids.length === 0 },
      ]
    case 'state__group':
      return stateGroups
        .filter((group) => group !== 'triage')
        .map((group) => ({
          id: group,
          name: t(`states.groups.${group}`),
          icon: <StateIcon group={group} />,
          isIn: (item) => groupOf.get(item.state_id) === group,
        }))
    default:
      return states.map(({ id, name, group, color }) => ({
        id,
        name,
        icon: <StateIcon group={group} color={color} />,
        isIn: (item) => item.state_id === id,
      }))
  }
}
