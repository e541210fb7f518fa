import { useAtomValue } from 'jotai'
import { UserRound } from 'lucide-react'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { leadersAtom, projectMembersAtom } from './member-atoms.ts'

/** Selects the lead of a project, or none. A new project offers workspace members without guests; an existing one its members. */
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
  const leaders = useAtomValue(leadersAtom)
  const people = within === undefined ? leaders : members
  // The lead may not be in that list, for example a user of the sample data or a former member.
  const chosen = useAtomValue(tables.users.rowAtom(lead ?? ''))
  return (
    <div className="flex items-center gap-2">
      <span className="text-sm font-medium text-soft">{t('projects.lead')}</span>
      <Picker
        label={t('projects.lead')}
        value={lead}
        onChange={onChange}
        noneLabel={t('projects.noLead')}
        noneIcon={<UserRound />}
        options={people.map((person) => ({
          value: person.member_id,
          label: person.name,
          hint: person.email,
          icon: (
            <Avatar id={person.member_id} name={person.name} src={person.avatar_url} size="xs" decorative />
          ),
        }))}
        trigger={
          <Button
            icon={
              chosen ? (
                <Avatar
                  id={chosen.id}
                  name={chosen.display_name}
                  src={chosen.avatar_url}
                  size="xs"
                  decorative
                />
              ) : (
                <UserRound />
              )
            }
          >
            {chosen?.display_name ?? t('projects.noLead')}
          </Button>
        }
      />
    </div>
  )
}
