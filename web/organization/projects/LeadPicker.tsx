import { useAtomValue } from 'jotai'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { MemberPicker } from './MemberPicker.tsx'
import { eligibleProjectLeadsAtom, projectMembersAtom } from './member-atoms.ts'

/**
 * A picker for the lead of a project, or for no lead. For a new project it offers the workspace members except
 * guests. For an existing project it offers the members of the project.
 */
export function LeadPicker({
  lead,
  onChange,
  within,
}: {
  lead: string | null
  onChange: (lead: string | null) => void
  within?: string
}) {
  const { t } = useTranslation()
  const members = useAtomValue(projectMembersAtom(within ?? '')).filter((one) => one.role > role.guest)
  const leaders = useAtomValue(eligibleProjectLeadsAtom)
  return (
    <MemberPicker
      label={t('projects.lead')}
      noneLabel={t('projects.noLead')}
      value={lead}
      onChange={onChange}
      people={within === undefined ? leaders : members}
    />
  )
}
