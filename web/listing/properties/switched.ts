import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { type PropertyName, properties } from '#common/listing/properties.ts'
import { tables } from '../../app/sync.ts'
import { type PickedProperty, picked } from './registry.ts'

/** Whether a project has a property: those of what is switched off there are not offered. Where projects meet, one that has it is enough. */
export const isSwitchedOnAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const projects =
      projectId === null ? get(tables.projects.allAtom) : [get(tables.projects.rowAtom(projectId))]
    return (name: PropertyName) => {
      const property = properties[name]
      return !('switch' in property) || projects.some((project) => project?.[property.switch] === true)
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
