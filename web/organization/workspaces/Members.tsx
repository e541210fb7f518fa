import { useAtomValue } from 'jotai'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { SettingsPage } from '../../platform/ui/SettingsPage.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { workspaceMembersAtom } from './atoms.ts'
import { InvitePeople } from './InvitePeople.tsx'
import { MemberRow } from './MemberRow.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'
import { SearchableMemberList } from './SearchableMemberList.tsx'
import { useLoadMemberEmails } from './use-load-member-emails.ts'
import { WorkspaceSettingsTabs } from './WorkspaceSettingsScreen.tsx'

/** Screen `/{slug}/settings/members` with members and invitations. */
export function Members() {
  const { t } = useTranslation()
  const members = useAtomValue(workspaceMembersAtom)
  const own = useAtomValue(workspaceRoleAtom)
  useLoadMemberEmails()
  const [search, setSearch] = useSearchParams()
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState(0)
  const canInvite = hasRoleAtLeast(own, role.member)

  function close() {
    setInviting(false)
    // The command palette opens the dialog with the URL parameter `invite`. The dialog would stay open if the
    // parameter were not removed.
    if (search.has('invite')) setSearch({}, { replace: true })
    setInvited((count) => count + 1)
  }

  return (
    <>
      <TopBar
        title={t('members.title')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'members', label: t('members.title') }]} />}
      />
      {canInvite && <WorkspaceSettingsTabs />}
      <SettingsPage>
        <SettingsSection
          title={t('members.title')}
          action={
            canInvite && (
              <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
                {t('members.invite')}
              </Button>
            )
          }
        >
          <SearchableMemberList
            label={t('members.title')}
            members={members}
            projectId={null}
            renderRow={(member) => <MemberRow key={member.id} member={member} own={own} />}
          />
        </SettingsSection>
        {canInvite && own !== null && <PendingInvitations own={own} news={invited + members.length} />}
      </SettingsPage>
      <InviteDialog open={canInvite && (inviting || search.has('invite'))} onClose={close} />
    </>
  )
}

function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { id } = useAtomValue(workspaceAtom)
  const workspace = useAtomValue(tables.workspaces.rowAtom(id ?? ''))
  const own = useAtomValue(workspaceRoleAtom)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      title={t('members.inviteTitle', { workspace: workspace?.name ?? '' })}
    >
      <InvitePeople slug={currentSlug()} onDone={onClose} own={own ?? role.guest} />
    </Dialog>
  )
}
