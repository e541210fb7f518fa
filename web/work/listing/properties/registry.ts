import { atom } from 'jotai'
import type { GroupKey } from '#common/work/listing/keys.ts'
import { findPropertyName, getDisplaySetting, type PropertyName } from '#common/work/listing/properties.ts'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import { assigneesProperty } from './assignees.tsx'
import { attachmentCountProperty } from './attachment-count.tsx'
import { completedAtProperty } from './completed-at.tsx'
import { createdAtProperty } from './created-at.tsx'
import { createdByProperty } from './created-by.tsx'
import { cycleProperty } from './cycle.tsx'
import { epicProperty } from './epic.tsx'
import { estimateProperty } from './estimate.tsx'
import { keyProperty } from './key.ts'
import { labelsProperty } from './labels.tsx'
import { linkCountProperty } from './link-count.tsx'
import { mentionsProperty } from './mentions.tsx'
import { modulesProperty } from './modules.tsx'
import { parentProperty } from './parent.tsx'
import { priorityProperty } from './priority.tsx'
import { projectProperty } from './project.tsx'
import type { ItemProperty } from './property.ts'
import { startDateProperty } from './start-date.tsx'
import { stateProperty } from './state.tsx'
import { stateGroupProperty } from './state-group.tsx'
import { subIssuesCountProperty } from './sub-issues-count.tsx'
import { subscribersProperty } from './subscribers.tsx'
import { targetDateProperty } from './target-date.tsx'
import { titleProperty } from './title.tsx'
import { updatedAtProperty } from './updated-at.tsx'

/** Every visible property, in the order of the spreadsheet columns. */
export const itemPropertyRegistry: readonly ItemProperty[] = [
  titleProperty,
  keyProperty,
  projectProperty,
  stateProperty,
  stateGroupProperty,
  priorityProperty,
  assigneesProperty,
  mentionsProperty,
  labelsProperty,
  startDateProperty,
  targetDateProperty,
  estimateProperty,
  epicProperty,
  cycleProperty,
  modulesProperty,
  subIssuesCountProperty,
  linkCountProperty,
  attachmentCountProperty,
  createdAtProperty,
  createdByProperty,
  updatedAtProperty,
  completedAtProperty,
  subscribersProperty,
  parentProperty,
]

const byName = new Map<PropertyName, ItemProperty>(
  itemPropertyRegistry.map((property) => [property.name, property]),
)

export function findProperty(name: PropertyName): ItemProperty | undefined {
  return byName.get(name)
}

/** Returns the property that a listing is grouped by. */
export function findGroupingProperty(by: GroupKey): ItemProperty | undefined {
  const name = findPropertyName(({ group }) => group?.key === by)
  return name && byName.get(name)
}

/** Returns whether the display settings show the property. */
export function isPropertyShown({ name, shownWith }: ItemProperty, shown: ShownProperties): boolean {
  const setting = getDisplaySetting(shownWith ?? name)
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
