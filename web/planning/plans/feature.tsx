import { atom, type Getter } from 'jotai'
import { Plus } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import type { Feature } from '../../platform/shell/feature.ts'
import { loadable } from '../../platform/ui/loadable.ts'
import { canSeePlans } from '../../work/plans/can-see-plans.ts'
import { openPlanForm, planDialogAtoms } from './actions.ts'
import { planShortcuts } from './keys.ts'
import type { PlanRow, PlanType } from './plan-type.ts'

interface PlanFeature<Row extends PlanRow> extends Pick<PlanType<Row>, 'table' | 'kind'> {
  icon: ReactNode
  /** The screens of the list and of a single cycle or module. */
  list: Pick<RouteObject, 'lazy'>
  one: Pick<RouteObject, 'lazy'>
  form: () => Promise<ComponentType>
  /** Returns the cycles or modules of a project that are not archived. */
  current: (get: Getter, projectId: string) => readonly Row[]
  iconOf: (plan: Row) => ReactNode
}

/** Registers the screens, sidebar section, palette entries and form of cycles or modules. */
export function createPlanFeature<Row extends PlanRow>(plan: PlanFeature<Row>) {
  const { table, kind, icon } = plan
  const path = (projectId: string) => `/projects/${projectId}/${table}`
  return {
    id: table,
    routes: [
      { path: `projects/:projectId/${table}`, ...plan.list },
      { path: `projects/:projectId/${table}/:${kind}Id`, ...plan.one },
    ],
    projectSections: [
      {
        id: table,
        label: () => t(`${table}.title`),
        icon,
        keys: planShortcuts[table].go,
        path,
        in: 'sidebar',
        isShown: (get, project) => canSeePlans(table, get, project),
      },
    ],
    actions: ({ get, project }) => {
      if (!project || !canSeePlans(table, get, project)) return []
      const creating = {
        id: `create-${kind}`,
        group: 'create' as const,
        label: t(`${table}.new`),
        icon: <Plus />,
        keys: planShortcuts[table].create,
        run: () => openPlanForm(table, { project_id: project.id, id: null }),
      }
      const opening = plan.current(get, project.id).map((one) => ({
        id: `${kind}-${one.id}`,
        group: 'go' as const,
        label: one.name,
        icon: plan.iconOf(one),
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
        part: loadable(plan.form),
        isOpenAtom: atom((get) => get(planDialogAtoms[table]) !== null),
      },
    ],
  } satisfies Feature
}
