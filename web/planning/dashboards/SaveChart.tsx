import { useAtom, useAtomValue } from 'jotai'
import { useNavigate } from 'react-router'
import { isTimeAxis } from '#common/planning/analytics/axes.ts'
import { canEditDashboard, maxWidgetTitleLength, widgetsLimit } from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { type ChartToSave, chartToSaveAtom } from '../analytics/chart-to-save.ts'
import { addWidget, createDashboard, loadDashboard, loadDashboards } from './actions.ts'
import { dashboardsAtom } from './atoms.ts'
import { widgetWithDefaults } from './first-widgets.ts'

/** Dialog that saves a chart of the analytics as a widget of an existing or a new dashboard. */
export function SaveChart() {
  const [chart, setChart] = useAtom(chartToSaveAtom)
  const { status } = useLoadState(loadDashboards)
  // The form suggests the first dashboard, so it waits until the dashboards are known.
  return chart === null || status === 'loading' ? null : (
    <SaveForm chart={chart} onClose={() => setChart(null)} />
  )
}

const newDashboard = 'new'

function SaveForm({ chart, onClose }: { chart: ChartToSave; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorMessage = useErrorMessage()
  const actor = { user_id: useAtomValue(meAtom)?.id ?? '', role: useAtomValue(workspaceRoleAtom) }
  const dashboards = useAtomValue(dashboardsAtom).filter(
    (one) => canEditDashboard(actor, one) && (one.widgets ?? []).length < widgetsLimit,
  )
  const title = t('analytics.byAxis', {
    measure: t(`analytics.measures.${chart.y_axis}`),
    axis: t(`analytics.axes.${chart.x_axis}`),
  })
  /**
   * Loads the chosen dashboard first, because the list of dashboards is loaded without widgets. Returns false if the
   * widget was not added.
   */
  const addToExisting = async (id: string, widget: Widget) => {
    try {
      return await addWidget(await loadDashboard(id), widget)
    } catch (error) {
      toast.error(errorMessage(error))
      return false
    }
  }
  const form = useForm({
    saved: () => ({ title, dashboard: dashboards[0]?.id ?? newDashboard }),
    send: async (values) => {
      const widget = widgetFor(chart, values.title.trim() || title)
      const existing = dashboards.find(({ id }) => id === values.dashboard)
      const fields = { name: t('analytics.title'), description: '', logo_props: {}, access: 0 } as const
      const saved = existing ?? (await createDashboard(fields, [widget]))
      if (saved === null || (existing !== undefined && !(await addToExisting(existing.id, widget)))) return
      onClose()
      void navigate(`/${currentSlug()}/dashboards/${saved.id}`)
    },
  })
  return (
    <FormDialog
      title={t('analytics.addToDashboard')}
      size="sm"
      initialFocus={form.field('title')}
      onSubmit={form.submit}
      submit={t('dashboards.addWidget')}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('dashboards.widgetTitle')}>
          <Input autoComplete="off" maxLength={maxWidgetTitleLength} {...form.text('title')} />
        </Field>
        <Field label={t('dashboards.dashboard')}>
          <Select
            value={form.values.dashboard}
            onChange={(dashboard) => form.set({ dashboard })}
            options={[
              ...dashboards.map(({ id, name }) => ({ value: id, label: name })),
              { value: newDashboard, label: t('dashboards.createTitle') },
            ]}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

function widgetFor({ scope, x_axis, group_by, y_axis, granularity }: ChartToSave, title: string): Widget {
  const isLine = isTimeAxis(x_axis) && group_by === null
  return widgetWithDefaults({
    kind: isLine ? 'lines' : group_by === null ? 'bars' : 'stacked_bars',
    title,
    x_axis,
    group_by,
    y_axis,
    granularity,
    project_ids: scope.project_id === null ? [] : [scope.project_id],
    rich_filters: scope.filters,
    date_filter: scope.date_filter,
    w: 6,
    h: 4,
  })
}
