import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { chartAxisNames, chartMeasures } from '#common/planning/analytics/axes.ts'
import { dateFilters, granularities } from '#common/planning/analytics/periods.ts'
import {
  axisOfDateField,
  maxWidgetTextLength,
  maxWidgetTitleLength,
  widgetDateFields,
  widgetKinds,
} from '#common/planning/dashboards/rules.ts'
import type { Widget } from '#common/planning/dashboards/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { FilterBar } from '../../work/listing/filters/FilterBar.tsx'
import type { RichFilters } from '../../work/listing/rich-filters.ts'
import { useFilterScope } from '../../work/listing/use-filter-scope.ts'
import { loadViews } from '../../work/views/actions.ts'
import { viewsAtom } from '../../work/views/atoms.ts'
import { changesForWidgetKind } from './first-widgets.ts'
import { widgetTitle } from './WidgetBody.tsx'
import { usedSettingsOfWidget } from './widget-query.ts'

interface WidgetFormProps {
  title: string
  submit: string
  startsWith: Widget
  /** Saves the widget. Returns true if it was saved, and the form then closes. */
  onSubmit: (widget: Widget) => Promise<boolean>
  onClose: () => void
}

const none = 'none'

/** Form for the content of a widget. It offers only the settings that the chosen kind of widget uses. */
export function WidgetForm({ title, submit, startsWith, onSubmit, onClose }: WidgetFormProps) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom)
  const form = useForm<Widget>({
    saved: () => startsWith,
    check: ({ kind, text }) => ({
      text: kind === 'text' && text.trim() === '' && t('dashboards.textMissing'),
    }),
    send: async (widget) => {
      if (await onSubmit({ ...widget, title: widget.title.trim() })) onClose()
    },
  })
  const { values } = form
  const used = usedSettingsOfWidget(values)
  const axisOptions = chartAxisNames.map((name) => ({ value: name, label: t(`analytics.axes.${name}`) }))
  return (
    <FormDialog
      title={title}
      size="sm"
      initialFocus={form.field('title')}
      onSubmit={form.submit}
      submit={submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('dashboards.widgetTitle')}>
          <Input
            autoComplete="off"
            maxLength={maxWidgetTitleLength}
            placeholder={widgetTitle({ ...values, title: '' })}
            {...form.text('title')}
          />
        </Field>
        <Field label={t('dashboards.kind')}>
          <Select
            value={values.kind}
            onChange={(kind) => form.set(changesForWidgetKind(kind, values))}
            options={widgetKinds.map((kind) => ({ value: kind, label: t(`dashboards.kinds.${kind}`) }))}
          />
        </Field>
        {values.kind === 'text' ? (
          <Field label={t('dashboards.text')} error={form.problem('text')}>
            <Textarea rows={6} maxLength={maxWidgetTextLength} {...form.text('text')} />
          </Field>
        ) : (
          <Field label={t('analytics.project')}>
            <Select
              value={values.project_ids[0] ?? none}
              onChange={(id) => form.set({ project_ids: id === none ? [] : [id] })}
              options={[
                { value: none, label: t('analytics.allProjects') },
                ...projects.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )}
        {values.kind !== 'text' && (
          <WidgetFilters
            projectId={values.project_ids.length === 1 ? values.project_ids[0] : undefined}
            filters={values.rich_filters}
            onChange={(rich_filters) => form.set({ rich_filters })}
          />
        )}
        {used.axis && (
          <div className="grid grid-cols-2 gap-4">
            <Field label={t('analytics.xAxis')}>
              <Select
                value={values.x_axis}
                onChange={(x_axis) => form.set({ x_axis })}
                options={axisOptions}
              />
            </Field>
            {used.split && (
              <Field label={t('analytics.split')}>
                <Select
                  value={values.group_by ?? none}
                  onChange={(next) =>
                    form.set({ group_by: chartAxisNames.find((one) => one === next) ?? null })
                  }
                  options={[{ value: none, label: t('analytics.noSplit') }, ...axisOptions]}
                />
              </Field>
            )}
          </div>
        )}
        {used.range && (
          <div className="grid grid-cols-2 gap-4">
            {used.measure && (
              <Field label={t('analytics.measure')}>
                <Select
                  value={values.y_axis}
                  onChange={(y_axis) => form.set({ y_axis })}
                  options={chartMeasures.map((one) => ({
                    value: one,
                    label: t(`analytics.measures.${one}`),
                  }))}
                />
              </Field>
            )}
            {used.dateField && (
              <Field label={t('dashboards.dateField')}>
                <Select
                  value={values.date_field ?? 'created_at'}
                  onChange={(date_field) => form.set({ date_field })}
                  options={widgetDateFields.map((one) => ({
                    value: one,
                    label: t(`analytics.axes.${axisOfDateField[one]}`),
                  }))}
                />
              </Field>
            )}
            <Field label={t('analytics.period')}>
              <Select
                value={values.date_filter ?? none}
                onChange={(next) =>
                  form.set({ date_filter: dateFilters.find((one) => one === next) ?? null })
                }
                options={[
                  { value: none, label: t('analytics.allTime') },
                  ...dateFilters
                    .filter((one) => one !== 'custom')
                    .map((one) => ({ value: one, label: t(`analytics.periods.${one}`) })),
                ]}
              />
            </Field>
            {used.granularity && (
              <Field label={t('dashboards.granularity')}>
                <Select
                  value={values.granularity ?? none}
                  onChange={(next) =>
                    form.set({ granularity: granularities.find((one) => one === next) ?? null })
                  }
                  options={[
                    { value: none, label: t('dashboards.granularities.automatic') },
                    ...granularities.map((one) => ({
                      value: one,
                      label: t(`dashboards.granularities.${one}`),
                    })),
                  ]}
                />
              </Field>
            )}
          </div>
        )}
      </div>
    </FormDialog>
  )
}

interface WidgetFiltersProps {
  /**
   * The id of the project, if the widget shows exactly one project. The filters then offer the values of this
   * project.
   */
  projectId: string | undefined
  filters: RichFilters
  onChange: (filters: RichFilters) => void
}

/** The filters of a widget. The user can also copy the filters of a saved view. */
function WidgetFilters({ projectId, filters, onChange }: WidgetFiltersProps) {
  const { t } = useTranslation()
  const scope = useFilterScope(projectId)
  useLoadState(useCallback(() => loadViews(projectId ?? null), [projectId]))
  const views = useAtomValue(viewsAtom(projectId ?? null))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-soft">{t('dashboards.filters')}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        <FilterBar
          scope={scope}
          filters={filters}
          onChange={onChange}
          canClear
          end={
            views.length > 0 && (
              <Menu
                trigger={
                  <Button size="sm" variant="ghost">
                    {t('dashboards.copyFromView')}
                  </Button>
                }
              >
                {views.map((view) => (
                  <MenuItem key={view.id} onSelect={() => onChange(view.rich_filters)}>
                    {view.name}
                  </MenuItem>
                ))}
              </Menu>
            )
          }
        />
      </div>
    </fieldset>
  )
}
