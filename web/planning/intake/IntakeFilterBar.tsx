import { useMemo } from 'react'
import type { FilterablePropertyName } from '#common/work/listing/properties.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import type { IntakeTab } from '../../work/cycles-modules-epics/intake-paths.ts'
import { FilterBar } from '../../work/listing/filters/FilterBar.tsx'
import { projectScope } from '../../work/listing/scopes.ts'
import { intakeStatusName } from './actions.ts'
import { type IntakeFilters, intakeStatusesOfTab } from './use-intake.ts'

interface IntakeFilterBarProps {
  projectId: string
  tab: IntakeTab
  filters: IntakeFilters
  onChange: (filters: IntakeFilters) => void
}

/** Lets the user filter the list of requests by their status and by properties of their work items. */
export function IntakeFilterBar({ projectId, tab, filters, onChange }: IntakeFilterBarProps) {
  const { t } = useTranslation()
  const { statuses, ofItems } = filters
  const scope = useMemo(() => projectScope(currentSlug(), projectId), [projectId])
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-1.5 border-b border-line px-3 py-1">
      <Menu
        trigger={
          <Button size="sm" variant="ghost">
            {t('intake.byStatus')}
            {statuses.length > 0 && <CountLabel value={statuses.length} />}
          </Button>
        }
      >
        {intakeStatusesOfTab[tab].map((status) => (
          <MenuCheckbox
            key={status}
            checked={statuses.includes(status)}
            onChange={(isWanted) => {
              const others = statuses.filter((one) => one !== status)
              onChange({ ...filters, statuses: isWanted ? [...others, status] : others })
            }}
          >
            {t(`intake.status.${intakeStatusName(status)}`)}
          </MenuCheckbox>
        ))}
      </Menu>
      <FilterBar
        scope={scope}
        only={propertiesOfTab[tab]}
        filters={ofItems}
        onChange={(next) => onChange({ ...filters, ofItems: next })}
        canClear
      />
    </div>
  )
}

const properties: readonly FilterablePropertyName[] = [
  ...(['priority', 'labels', 'assignees', 'created_by'] as const),
  ...(['created_at', 'updated_at', 'start_date', 'target_date'] as const),
]
/** All open requests are in the triage state, so only closed requests are filtered by state. */
const propertiesOfTab: Record<IntakeTab, readonly FilterablePropertyName[]> = {
  open: properties,
  closed: ['state', ...properties],
}
