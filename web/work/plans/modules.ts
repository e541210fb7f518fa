import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { moduleTakesItems } from '#common/planning/modules/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { byName } from './module-order.ts'

/** The modules of a project by name, those in the archive too. */
export const modulesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.modules.allAtom)
      .filter((module) => module.project_id === projectId)
      .sort(byName),
  ),
)

/** Those that items can be put into. */
export const currentModulesAtom = atomFamily((projectId: string) =>
  atom((get) => get(modulesAtom(projectId)).filter(moduleTakesItems)),
)

/** Of all projects that one has access to. */
export const allModulesAtom = atom((get) => get(tables.modules.allAtom).filter(moduleTakesItems).sort(byName))
