import { useAtomValue } from 'jotai'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { MemberPicker } from './MemberPicker.tsx'
import { eligibleProjectLeadsAtom, projectMembersAtom } from './member-atoms.ts'

/**
 * Selects the lead of a project, or none. A new project offers workspace members without guests. An existing
 * project offers its members.
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
