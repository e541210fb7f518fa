import { useAtomValue } from 'jotai'
import { FolderKanban } from 'lucide-react'
import { maxInvitedProjects } from '#common/organization/workspaces/rules.ts'
import { listNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { administeredProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'

interface InvitationProjectsProps {
  /** The workspace to which people are invited. The onboarding invites to a workspace that is not open yet. */
  slug: string
  value: string[]
  onChange: (ids: string[]) => void
  /** True if the invitation makes somebody a guest. */
  invitesGuests: boolean
}

/**
 * Lets the user choose the projects that invited people join. Offers the projects of which the user is an admin, and
 * renders nothing if there are none.
 */
export function InvitationProjects({ slug, value, onChange, invitesGuests }: InvitationProjectsProps) {
  const { t } = useTranslation()
  const isOpen = useAtomValue(workspaceAtom).slug === slug
  const projects = useAtomValue(administeredProjectsAtom)
  if (!isOpen || projects.length === 0) return null
  const chosen = projects.filter(({ id }) => value.includes(id))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <Picker
        multiple
        label={t('invitations.projects')}
        value={value}
        onChange={(ids) => onChange(ids.slice(0, maxInvitedProjects))}
        options={projects.map(({ id, name, logo_props }) => ({
          value: id,
          label: name,
          icon: <ProjectLogo logo={logo_props} name={name} />,
        }))}
        trigger={
          <Button icon={<FolderKanban />} className="max-w-full">
            <span className="truncate">
              {chosen.length === 0
                ? t('teamspaces.chooseProjects')
                : t('invitations.joinsProjects', { projects: listNames(chosen.map(({ name }) => name)) })}
            </span>
          </Button>
        }
      />
      {invitesGuests && chosen.length === 0 && (
        <span className="text-sm text-soft">{t('invitations.guestsNeedProject')}</span>
      )}
    </div>
  )
}

/** Shows which projects the invited person joins. Projects that the user cannot access are left out. */
export function JoinedProjectNames({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const projects = useAtomValue(tables.projects.allAtom)
  const names = projects.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <span className="block truncate text-sm text-soft">
      {t('invitations.joinsProjects', { projects: listNames(names) })}
    </span>
  )
}
