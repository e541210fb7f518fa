import { useAtomValue } from 'jotai'
import { Search, UserPlus } from 'lucide-react'
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
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsPage } from '../../platform/ui/SettingsPage.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { workspaceMembersAtom } from './atoms.ts'
import { BotCountNote } from './BotCountNote.tsx'
import { InvitePeople } from './InvitePeople.tsx'
import { MemberRow } from './MemberRow.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'
import { useLoadMemberEmails } from './use-load-member-emails.ts'
import { WorkspaceSettingsTabs } from './WorkspaceSettingsScreen.tsx'

/** Screen `/{slug}/settings/members` with members and invitations. */
export function Members() {
  const { t } = useTranslation()
  const members = useAtomValue(workspaceMembersAtom)
  const own = useAtomValue(workspaceRoleAtom)
  useLoadMemberEmails()
  const [query, setQuery] = useState('')
  const [search, setSearch] = useSearchParams()
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState(0)
  const words = query.trim().toLocaleLowerCase()
  const shown = members.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(words))
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
          <div className="flex items-center gap-3">
            <Input
              type="search"
              className="max-w-70"
              icon={<Search />}
              aria-label={t('members.search')}
              placeholder={t('members.search')}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <span className="ms-auto shrink-0 text-sm text-faint tabular" aria-live="polite">
              {t('members.count', { count: shown.length })}
            </span>
          </div>
          {shown.length === 0 && (
            <EmptyState icon={<Search />} title={t('members.noMatchTitle')} text={t('members.noMatchText')} />
          )}
          <ul aria-label={t('members.title')}>
            {shown.map((member) => (
              <MemberRow key={member.id} member={member} own={own} />
            ))}
          </ul>
          {words === '' && <BotCountNote projectId={null} />}
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
