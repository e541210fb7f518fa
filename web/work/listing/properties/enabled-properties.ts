import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { itemProperties, type PropertyName } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../platform/app/sync.ts'
import { type SettableProperty, settableProperties } from './registry.ts'

/** Returns whether a property is enabled in a project, or in at least one project if `projectId` is null. */
export const isPropertyEnabledAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const projects =
      projectId === null ? get(tables.projects.allAtom) : [get(tables.projects.rowAtom(projectId))]
    return (name: PropertyName) => {
      const property = itemProperties[name]
      return !('switch' in property) || projects.some((project) => Boolean(project?.[property.switch]))
    }
  }),
)

/** The properties that users can set in a project, or in at least one project if `projectId` is null. */
export const settablePropertiesAtom = atomFamily((projectId: string | null) =>
  atom((get): readonly SettableProperty[] => {
    const isOn = get(isPropertyEnabledAtom(projectId))
    return settableProperties.filter(({ name }) => isOn(name))
  }),
)

/**
 * Returns whether an item has a property. An epic is planned through its sub-items, so it has no cycle,
 * modules or parent epic. A draft without a project has only the priority and the dates, because all other
 * properties depend on the project.
 */
export function itemHasProperty(
  { is_epic, project_id }: Pick<WorkItemRow, 'is_epic'> & Partial<Pick<WorkItemRow, 'project_id'>>,
  name: PropertyName,
): boolean {
  if (project_id === '') return name === 'priority' || name === 'start_date' || name === 'target_date'
  return !(is_epic && (name === 'epic' || name === 'cycle' || name === 'modules'))
}
