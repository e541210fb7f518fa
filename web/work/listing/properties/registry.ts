import { atom } from 'jotai'
import type { GroupKey } from '#common/work/listing/keys.ts'
import { displaySettingOf, findPropertyName, type PropertyName } from '#common/work/listing/properties.ts'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import { assignees } from './assignees.tsx'
import { attachmentCount } from './attachment-count.tsx'
import { completedAt } from './completed-at.tsx'
import { createdAt } from './created-at.tsx'
import { createdBy } from './created-by.tsx'
import { cycle } from './cycle.tsx'
import { epic } from './epic.tsx'
import { estimate } from './estimate.tsx'
import { key } from './key.ts'
import { labelsProperty } from './labels.tsx'
import { linkCount } from './link-count.tsx'
import { mentions } from './mentions.tsx'
import { modulesProperty } from './modules.tsx'
import { parent } from './parent.tsx'
import { priority } from './priority.tsx'
import { project } from './project.tsx'
import type { ItemProperty } from './property.ts'
import { startDate } from './start-date.tsx'
import { state } from './state.tsx'
import { stateGroup } from './state-group.tsx'
import { subIssuesCount } from './sub-issues-count.tsx'
import { subscribers } from './subscribers.tsx'
import { targetDate } from './target-date.tsx'
import { title } from './title.tsx'
import { updatedAt } from './updated-at.tsx'

/** Every visible property, in the order of the spreadsheet columns. */
export const itemPropertyRegistry: readonly ItemProperty[] = [
  title,
  key,
  project,
  state,
  stateGroup,
  priority,
  assignees,
  mentions,
  labelsProperty,
  startDate,
  targetDate,
  estimate,
  epic,
  cycle,
  modulesProperty,
  subIssuesCount,
  linkCount,
  attachmentCount,
  createdAt,
  createdBy,
  updatedAt,
  completedAt,
  subscribers,
  parent,
]

const byName = new Map<PropertyName, ItemProperty>(
  itemPropertyRegistry.map((property) => [property.name, property]),
)

export function findProperty(name: PropertyName): ItemProperty | undefined {
  return byName.get(name)
}

/** Returns the property that a listing is grouped by. */
export function propertyOfGroup(by: GroupKey): ItemProperty | undefined {
  const name = findPropertyName(({ group }) => group?.key === by)
  return name && byName.get(name)
}

/** Returns whether the display settings show the property. */
export function isPropertyShown({ name, shownWith }: ItemProperty, shown: ShownProperties): boolean {
  const setting = displaySettingOf(shownWith ?? name)
  return setting !== undefined && shown[setting]
}

export type ShownProperties = Record<DisplayPropertyName, boolean>

export type SettableProperty = ItemProperty & Required<Pick<ItemProperty, 'pick' | 'useValue'>>

/** The properties whose value users can choose. */
export const settableProperties: readonly SettableProperty[] = itemPropertyRegistry.flatMap((property) => {
  const { pick, useValue } = property
  return pick && useValue ? [{ ...property, pick, useValue }] : []
})

/** An empty list of choices, for properties without choices. */
export const noChoicesAtom = atom<readonly { id: string }[]>([])
