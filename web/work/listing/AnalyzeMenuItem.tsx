import { useAtomValue } from 'jotai'
import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import type { RichFilters } from './rich-filters.ts'
import { createPathWithFilters } from './scopes.ts'

interface AnalyzeMenuItemProps {
  /** Is null if the analytics cover the work items of the whole workspace. */
  projectId: string | null
  filters: RichFilters
}

/** Menu entry that opens the analytics of the work items that match the filters. Guests cannot use analytics. */
export function AnalyzeMenuItem({ projectId, filters }: AnalyzeMenuItemProps) {
  const { t } = useTranslation()
  const isMember = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  if (!isMember) return null
  const path = createPathWithFilters('analytics/work-items', projectId, filters)
  return (
    <MenuItem icon={<ChartColumn />} link={<Link to={path} />}>
      {t('display.analyze')}
    </MenuItem>
  )
}
