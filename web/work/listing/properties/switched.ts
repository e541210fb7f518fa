import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { type PropertyName, properties } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../platform/app/sync.ts'
import { type PickedProperty, picked } from './registry.ts'

/** Whether a project has a property: those of what is switched off there are not offered. Where projects meet, one that has it is enough. */
export const isSwitchedOnAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const projects =
      projectId === null ? get(tables.projects.allAtom) : [get(tables.projects.rowAtom(projectId))]
    return (name: PropertyName) => {
      const property = properties[name]
      return !('switch' in property) || projects.some((project) => Boolean(project?.[property.switch]))
    }
  }),
)

/** What people choose a value for in a project, or where projects meet. */
export const pickedAtom = atomFamily((projectId: string | null) =>
  atom((get): readonly PickedProperty[] => {
    const isOn = get(isSwitchedOnAtom(projectId))
    return picked.filter(({ name }) => isOn(name))
  }),
)

/** An epic is planned by what is below it: it is in no cycle, module or other epic itself. */
export function hasProperty({ is_epic }: Pick<WorkItemRow, 'is_epic'>, name: PropertyName): boolean {
  return !(is_epic && (name === 'epic' || name === 'cycle' || name === 'modules'))
}
