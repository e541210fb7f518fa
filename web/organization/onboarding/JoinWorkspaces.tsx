import { useEffect, useState } from 'react'
import type { InviteResponse } from '#common/organization/workspaces/schema.ts'
import { roleName } from '#common/platform/roles.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { toast } from '../../platform/ui/toast.ts'

interface JoinWorkspacesProps {
  /** True if a form to create a workspace is shown below the invitations. */
  mayCreate: boolean
  /** Called with the slug of the joined workspace. */
  onJoined: (slug: string) => void
}

/**
 * Lists the invitations to the user's verified email address, each with a button to join the workspace. Renders
 * nothing if there are none.
 */
export function JoinWorkspaces({ mayCreate, onJoined }: JoinWorkspacesProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [invites, setInvites] = useState<InviteResponse[]>([])
  const [joining, setJoining] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    // An error is ignored, because the user can still create a workspace with the form below.
    request('listMyInvitations', {}).then(
      (found) => left || setInvites(found),
      () => {},
    )
    return () => {
      left = true
    }
  }, [])

  async function join(invite: InviteResponse) {
    setJoining(invite.id)
    try {
      await request('acceptMyInvitations', { body: { invitations: [invite.id] } })
      onJoined(invite.workspace.slug)
    } catch (error) {
      toast.error(words(error))
      setJoining(null)
    }
  }

  if (invites.length === 0) return null
  return (
    <section className="mb-7">
      <h2 className="mb-2 text-sm font-medium text-soft">{t('onboarding.invited')}</h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
        {invites.map((invite) => (
          <li key={invite.id} className="flex items-center gap-2.5 py-2 pe-2 ps-3">
            <ProjectLogo name={invite.workspace.name} size="md" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{invite.workspace.name}</span>
              <span className="block text-sm text-faint">
                {t(`onboarding.asRole.${roleName(invite.role)}`)}
              </span>
            </span>
            <Button
              variant="primary"
              loading={joining === invite.id}
              disabled={joining !== null}
              onClick={() => void join(invite)}
            >
              {t('onboarding.join')}
            </Button>
          </li>
        ))}
      </ul>
      {mayCreate && <p className="mt-7 mb-4 text-sm font-medium text-soft">{t('onboarding.orCreate')}</p>}
    </section>
  )
}
