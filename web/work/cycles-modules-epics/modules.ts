import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { moduleAcceptsItems } from '#common/planning/modules/rules.ts'
import { tables } from '../../platform/app/sync.ts'
import { compareModulesByName } from './compare-modules-by-name.ts'

/** The modules of a project by name, including archived ones. */
export const modulesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.modules.allAtom)
      .filter((module) => module.project_id === projectId)
      .sort(compareModulesByName),
  ),
)

/** The modules that accept items. */
export const modulesAcceptingItemsAtom = atomFamily((projectId: string) =>
  atom((get) => get(modulesAtom(projectId)).filter(moduleAcceptsItems)),
)

/** The modules that accept items, of all projects that the user can access. */
export const allModulesAtom = atom((get) =>
  get(tables.modules.allAtom).filter(moduleAcceptsItems).sort(compareModulesByName),
)
