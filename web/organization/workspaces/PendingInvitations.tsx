import { useAtomValue } from 'jotai'
import { Ellipsis, Link2, Mail, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { canCreateOpenInvitation, canOfferRole } from '#common/organization/workspaces/rules.ts'
import type { InviteResponse } from '#common/organization/workspaces/schema.ts'
import { type Role, roleName } from '#common/platform/roles.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { copyLink } from './copy-link.ts'
import { JoinedProjectNames } from './InvitationProjects.tsx'
import { RoleSelect } from './RoleSelect.tsx'

interface PendingInvitationsProps {
  own: Role
  /**
   * A counter that changes when somebody was invited or has joined. Each change reloads the list of
   * invitations.
   */
  news: number
}

/** Unanswered invitations. Renders nothing if there are none. */
export function PendingInvitations({ own, news }: PendingInvitationsProps) {
  const { t } = useTranslation()
  const { invites, failed, load } = useInvitations(news)
  if (failed) return <LoadError compact text={t('invitations.loadFailed')} onRetry={() => void load()} />
  if (invites.length === 0) return null
  return (
    <SettingsSection title={t('invitations.pending')}>
      <ul aria-label={t('invitations.pending')}>
        {invites.map((invite) => (
          <InvitationRow key={invite.id} invite={invite} own={own} onChange={() => void load()} />
        ))}
      </ul>
    </SettingsSection>
  )
}

function useInvitations(news: number) {
  const [invites, setInvites] = useState<InviteResponse[]>([])
  const [failed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    try {
      setInvites(await request('listInvitations', { params: { slug: currentSlug() } }))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    if (news > 0) void load()
  }, [load, news])
  return { invites, failed, load }
}

interface InvitationRowProps {
  invite: InviteResponse
  own: Role
  onChange: () => void
}

function InvitationRow({ invite, own, onChange }: InvitationRowProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [asking, setAsking] = useState(false)
  const { is_open } = invite
  const email = is_open ? t('invitations.anyone.title') : invite.email
  const params = { slug: currentSlug(), invitation_id: invite.id }
  const mayOffer = (offered: Role) =>
    is_open ? canCreateOpenInvitation(own, offered) : canOfferRole(own, invite.role, offered)
  const canChange = mayOffer(invite.role)

  async function attempt(action: () => Promise<unknown>) {
    try {
      await action()
      onChange()
    } catch (error) {
      toast.error(words(error))
    }
  }

  const copyNewLink = () =>
    attempt(async () => {
      const { invite_link } = await request('createInvitationLink', { params })
      await copyLink(invite_link, t('invitations.newLinkCopied'))
    })

  const revoke = () =>
    attempt(async () => {
      await request('deleteInvitation', { params })
      toast.ok(t('invitations.revoked'))
    })

  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-1.5 last:border-0">
      <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line text-icon-faint">
        {is_open ? <Link2 className="size-3.5" aria-hidden /> : <Mail className="size-3.5" aria-hidden />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{email}</span>
        <InvitationNote invite={invite} />
        <JoinedProjectNames ids={invite.project_ids} />
      </span>
      <span className="flex shrink-0 items-center gap-1">
        {canChange ? (
          <RoleSelect
            className="w-28"
            label={t('roles.of', { name: email })}
            value={invite.role}
            allowed={mayOffer}
            onChange={(role) => void attempt(() => request('updateInvitation', { params, body: { role } }))}
          />
        ) : (
          <span className="px-2.5 text-soft">{t(`roles.${roleName(invite.role)}`)}</span>
        )}
        {canChange && (
          <Menu
            align="end"
            trigger={
              <IconButton
                label={is_open ? t('invitations.anyone.actions') : t('invitations.actionsFor', { email })}
                icon={<Ellipsis />}
              />
            }
          >
            <MenuItem icon={<Link2 />} onSelect={() => void copyNewLink()}>
              {t('invitations.newLink')}
            </MenuItem>
            <MenuItem danger icon={<Undo2 />} onSelect={() => setAsking(true)}>
              {t('invitations.revoke')}
            </MenuItem>
          </Menu>
        )}
      </span>
      {asking && (
        <AlertDialog
          open
          danger
          onOpenChange={setAsking}
          title={is_open ? t('invitations.anyone.revokeTitle') : t('invitations.revokeTitle', { email })}
          text={is_open ? t('invitations.anyone.revokeText') : t('invitations.revokeText')}
          confirmLabel={t('invitations.revoke')}
          onConfirm={revoke}
        />
      )}
    </li>
  )
}

/** Shows who created the invitation and when, and when it expires. */
function InvitationNote({ invite }: { invite: InviteResponse }) {
  const { t, i18n } = useTranslation()
  const maker = useAtomValue(tables.users.rowAtom(invite.invited_by ?? ''))
  const when = timeAgo(invite.created_at, i18n.language)
  const ends = timeAgo(invite.expires_at, i18n.language)
  if (invite.state !== 'valid') {
    return (
      <span className="block text-sm text-danger">{t(`invitations.${invite.state}`, { when: ends })}</span>
    )
  }
  return (
    <span className="block text-sm text-soft sm:truncate">
      {maker === undefined
        ? t('invitations.invitedOn', { when })
        : t('invitations.invitedBy', { when, name: displayNameOf(maker) })}
      <span className="max-sm:hidden"> · </span>
      <span className="max-sm:block">{t('invitations.expiresOn', { when: ends })}</span>
    </span>
  )
}
