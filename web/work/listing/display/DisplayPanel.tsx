import { useAtomValue } from 'jotai'
import { ChartColumn, FileDown } from 'lucide-react'
import { Link } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { layoutOptions } from '#common/work/listing/options.ts'
import type { DisplayFilters } from '#common/work/listing/view-settings.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../../platform/person/roles.ts'
import { buttonClass } from '../../../platform/ui/button-class.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { Switch } from '../../../platform/ui/Switch.tsx'
import { isPropertyEnabledAtom } from '../properties/enabled-properties.ts'
import type { RichFilters } from '../rich-filters.ts'
import { createPathWithListFilters } from '../scopes.ts'
import { DisplaySettingField } from './DisplaySettingField.tsx'
import { type DisplaySettingsProps, useLayoutDisplaySettings } from './display-choices.tsx'
import { PropertyToggles } from './PropertyToggles.tsx'

/** Content of the display menu, loaded when it opens. Shows only the settings that the layout supports in this scope. */
export function DisplayPanel({ scope, display, filters }: DisplaySettingsProps & { filters: RichFilters }) {
  const { t } = useTranslation()
  const { settings, change } = display
  const { layout, group_by, sub_issue, show_empty_groups, calendar } = settings.display_filters
  const options = layoutOptions[scope.kind][layout]
  const isOn = useAtomValue(isPropertyEnabledAtom(scope.context.project_id))
  const layoutChoices = useLayoutDisplaySettings({ scope, display })
  const direction = layoutChoices.find(({ id }) => id === 'direction')
  const isMember = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  if (options === undefined) return null
  const analytics = isMember ? createPathWithListFilters('analytics/work-items', scope, filters) : null
  const exported = isMember ? createPathWithListFilters('settings/exports', scope, filters) : null
  const set = (next: Partial<DisplayFilters>) => change({ display_filters: next })
  return (
    <>
      <div className="flex flex-col gap-2 p-3">
        {layoutChoices.map(
          (choice) =>
            choice.id !== 'direction' && (
              <DisplaySettingField
                key={choice.id}
                choice={choice}
                toggle={choice.id === 'order' ? direction : undefined}
              />
            ),
        )}
      </div>
      {(options.sub_issue || options.show_empty_groups) && (
        <div className="flex flex-col gap-2.5 border-t border-line p-3">
          {options.sub_issue && (
            <Switch checked={sub_issue} onChange={(checked) => set({ sub_issue: checked })}>
              {t('display.subItems')}
            </Switch>
          )}
          {layout === 'calendar' && (
            <Switch
              checked={calendar.show_weekends}
              onChange={(show_weekends) => set({ calendar: { ...calendar, show_weekends } })}
            >
              {t('display.weekends')}
            </Switch>
          )}
          {options.show_empty_groups && group_by !== null && (
            <Switch checked={show_empty_groups} onChange={(checked) => set({ show_empty_groups: checked })}>
              {t('display.emptyGroups')}
            </Switch>
          )}
        </div>
      )}
      <PropertyToggles
        offered={options.properties.filter(isOn)}
        shown={settings.display_properties}
        onChange={(shown) => change({ display_properties: shown })}
      />
      {analytics !== null && exported !== null && (
        <div className="flex flex-col border-t border-line p-1.5">
          <Link to={analytics} className={cx(buttonClass({ variant: 'ghost' }), 'w-full justify-start')}>
            <ChartColumn aria-hidden />
            {t('display.analyze')}
          </Link>
          <Link to={exported} className={cx(buttonClass({ variant: 'ghost' }), 'w-full justify-start')}>
            <FileDown aria-hidden />
            {t('display.export')}
          </Link>
        </div>
      )}
    </>
  )
}
