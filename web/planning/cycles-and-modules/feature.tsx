import { atom, type Getter } from 'jotai'
import { Plus } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { canSeeCyclesOrModules } from '../../work/cycles-modules-epics/can-see-cycles-or-modules.ts'
import { cycleOrModuleDialogAtoms, openCycleOrModuleForm } from './actions.ts'
import type { CycleOrModuleDefinition, CycleOrModuleRow } from './definition.ts'
import { cycleOrModuleShortcuts } from './shortcuts.ts'

interface CycleOrModuleFeature<Row extends CycleOrModuleRow>
  extends Pick<CycleOrModuleDefinition<Row>, 'table' | 'kind'> {
  icon: ReactNode
  /** The screens of the list and of a single cycle or module. */
  list: Pick<RouteObject, 'lazy'>
  one: Pick<RouteObject, 'lazy'>
  form: () => Promise<ComponentType>
  /** Returns the cycles or modules of a project, without archived ones. */
  current: (get: Getter, projectId: string) => readonly Row[]
  iconOf: (row: Row) => ReactNode
}

/** Registers the screens, sidebar section, palette entries and form of cycles or modules. */
export function createCycleOrModuleFeature<Row extends CycleOrModuleRow>(options: CycleOrModuleFeature<Row>) {
  const { table, kind, icon } = options
  const path = (projectId: string) => `/projects/${projectId}/${table}`
  return {
    id: table,
    routes: [
      { path: `projects/:projectId/${table}`, ...options.list },
      { path: `projects/:projectId/${table}/:${kind}Id`, ...options.one },
      // Redirects the path of archived cycles or modules in Plane, because old links contain this path.
      {
        path: `projects/:projectId/archives/${table}`,
        loader: ({ params }) => redirect(`/${params['slug']}${path(params['projectId'] ?? '')}?tab=archived`),
      },
    ],
    projectSections: [
      {
        id: table,
        label: () => t(`${table}.title`),
        icon,
        keys: cycleOrModuleShortcuts[table].go,
        path,
        in: 'sidebar',
        isShown: (get, project) => canSeeCyclesOrModules(table, get, project),
      },
    ],
    actions: ({ get, project }) => {
      if (!project || !canSeeCyclesOrModules(table, get, project)) return []
      const creating = {
        id: `create-${kind}`,
        group: 'create' as const,
        label: t(`${table}.new`),
        icon: <Plus />,
        keys: cycleOrModuleShortcuts[table].create,
        run: () => openCycleOrModuleForm(table, { project_id: project.id, id: null }),
      }
      const opening = options.current(get, project.id).map((one) => ({
        id: `${kind}-${one.id}`,
        group: 'go' as const,
        label: one.name,
        icon: options.iconOf(one),
        run: `${path(project.id)}/${one.id}`,
      }))
      return [...(project.archived_at === null ? [creating] : []), ...opening]
    },
    open: ({ entity, id }) => {
      const row = entity === table ? tables[table].get(id) : undefined
      return row && `${path(row.project_id)}/${id}`
    },
    dialogs: [
      {
        id: kind,
        part: loadable(options.form),
        isOpenAtom: atom((get) => get(cycleOrModuleDialogAtoms[table]) !== null),
      },
    ],
  } satisfies Feature
}
