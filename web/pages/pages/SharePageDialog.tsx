import { useAtom, useAtomValue } from 'jotai'
import { Globe, Link2, LockKeyhole, UserPlus, UsersRound, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UserLite } from '#common/identity/users/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { type PageShareRole, pageShareRoles } from '#common/pages/pages/shares.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import { role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import {
  peopleByIdsAtom,
  peopleOfProjectAtom,
  peopleOutsideProjectAtom,
  workspaceGuestIdsAtom,
} from '../../platform/person/people.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Checkbox } from '../../platform/ui/Checkbox.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { copyPageLink, projectIdOfPage, setPageAccess, setPageShare } from './actions.ts'
import { isPrivatePage, pageRightsAtom, pagesAtom } from './atoms.ts'
import { openPagePublishing } from './publish-dialog.ts'
import { ShareWithOutsider } from './ShareWithOutsider.tsx'
import { sharePageDialogAtom } from './share-dialog.ts'

/**
 * The dialog to share a page. The "Share" entry in the menu of the page opens it. It closes when the user may
 * no longer share the page.
 */
export function SharePageDialog() {
  const [id, setId] = useAtom(sharePageDialogAtom)
  const page = useAtomValue(tables.pages.rowAtom(id ?? ''))
  const { share } = useAtomValue(pageRightsAtom(id ?? ''))
  return page && share ? <ShareDialog key={page.id} page={page} onClose={() => setId(null)} /> : null
}

function ShareDialog({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const projectId = projectIdOfPage(page)
  const [withSubPages, setWithSubPages] = useState(true)
  const below = findDescendantPages(page.id, useAtomValue(pagesAtom(projectId)))
  const { publish } = useAtomValue(pageRightsAtom(page.id))
  const shared = useAtomValue(peopleByIdsAtom(Object.keys(page.shares).join(',')))
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  const [outsider, setOutsider] = useState<UserLite | null>(null)
  const change = (user: UserLite, to: PageShareRole | null) =>
    void setPageShare(page, { id: user.id, name: displayNameOf(user) }, to, withSubPages)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pages.share.title')}
      description={<bdi>{page.name || t('pages.untitled')}</bdi>}
      footer={
        <>
          {(publish || page.publication !== null) && (
            <Button
              className="me-auto"
              icon={<Globe />}
              onClick={() => {
                onClose()
                openPagePublishing(page.id)
              }}
            >
              {t('pages.publish.open')}
            </Button>
          )}
          <Button icon={<Link2 />} onClick={() => void copyPageLink(page, projectId)}>
            {t('pages.copyLink')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <AddPerson
            page={page}
            onAdd={(user) => {
              setOutsider(null)
              change(user, 'write')
            }}
            onAddOutsider={setOutsider}
          />
          {below.length > 0 && (
            <Checkbox checked={withSubPages} onChange={setWithSubPages}>
              {t('pages.share.subPages')}
            </Checkbox>
          )}
        </div>
        {outsider !== null && project !== undefined && (
          <ShareWithOutsider
            key={outsider.id}
            project={project}
            user={outsider}
            onAdded={() => {
              setOutsider(null)
              change(outsider, 'write')
            }}
            onCancel={() => setOutsider(null)}
          />
        )}
        <section aria-label={t('pages.share.people')}>
          <h3 className="mb-1 font-medium text-sm text-soft">{t('pages.share.people')}</h3>
          <ul className="flex flex-col">
            <OwnerRow page={page} />
            {shared.map((user) => (
              <SharedPerson key={user.id} page={page} user={user} onChange={(to) => change(user, to)} />
            ))}
          </ul>
        </section>
        <GeneralAccess page={page} />
      </div>
    </Dialog>
  )
}

interface AddPersonProps {
  page: PageRow
  onAdd: (user: UserLite) => void
  /** Called for a person who is not in the project of the page. */
  onAddOutsider: (user: UserLite) => void
}

/**
 * Offers the people with whom the page is not shared yet: the people of the project, and then all other people of the
 * workspace. Only project admins can choose people who are not in the project, because these must be added to it.
 */
function AddPerson({ page, onAdd, onAddOutsider }: AddPersonProps) {
  const { t } = useTranslation()
  const projectId = projectIdOfPage(page)
  const people = useAtomValue(peopleOfProjectAtom(projectId))
  const outsiders = useAtomValue(peopleOutsideProjectAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  const isAdmin = useAtomValue(projectRoleAtom(projectId ?? '')) === role.admin
  const guests = useAtomValue(workspaceGuestIdsAtom)
  const optionOf = (user: UserLite) => ({
    value: user.id,
    label: displayNameOf(user),
    ...(guests.has(user.id) && { hint: t('roles.guest') }),
    icon: <Avatar id={user.id} name={displayNameOf(user)} src={user.avatar_url} size="xs" />,
  })
  const inside = people.filter(
    ({ id, is_bot, is_service_account }) =>
      (!is_bot || is_service_account) &&
      page.shares[id] === undefined &&
      // An owner who has become a guest of the workspace does not see the page without a share.
      (id !== page.owned_by || (projectId === null && guests.has(id))),
  )
  const group = t(isAdmin ? 'pages.share.outside' : 'pages.share.outsideForOthers', {
    project: project?.name ?? '',
  })
  return (
    <Picker
      label={t('pages.share.add')}
      trigger={<Button icon={<UserPlus />}>{t('pages.share.add')}</Button>}
      emptyText={t('pages.share.nobody')}
      options={[
        ...inside.map(optionOf),
        ...outsiders.map((user) => ({ ...optionOf(user), group, disabled: !isAdmin })),
      ]}
      value={null}
      onChange={(id) => {
        const user = inside.find((one) => one.id === id)
        const outsider = outsiders.find((one) => one.id === id)
        if (user) onAdd(user)
        else if (outsider) onAddOutsider(outsider)
      }}
    />
  )
}

function OwnerRow({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const owner = useAtomValue(tables.users.rowAtom(page.owned_by))
  if (owner === undefined) return null
  return (
    <PersonRow user={owner}>
      <span className="pe-9 text-faint text-sm">{t('pages.share.owner')}</span>
    </PersonRow>
  )
}

interface SharedPersonProps {
  page: PageRow
  user: UserLite
  onChange: (role: PageShareRole | null) => void
}

function SharedPerson({ page, user, onChange }: SharedPersonProps) {
  const { t } = useTranslation()
  const name = displayNameOf(user)
  // The role `comment` is not offered for pages of the workspace, because these pages have no comments.
  const roles = pageShareRoles.filter((one) => one !== 'comment' || projectIdOfPage(page) !== null)
  return (
    <PersonRow user={user}>
      <Select
        size="sm"
        className="w-40 shrink-0"
        label={t('pages.share.roleOf', { name })}
        value={page.shares[user.id] ?? null}
        onChange={onChange}
        options={roles.map((value) => ({ value, label: t(`pages.share.roles.${value}`) }))}
      />
      <IconButton
        size="sm"
        label={t('pages.share.removeName', { name })}
        icon={<X />}
        onClick={() => onChange(null)}
      />
    </PersonRow>
  )
}

function PersonRow({ user, children }: { user: UserLite; children: ReactNode }) {
  const name = displayNameOf(user)
  return (
    <li className="flex min-h-10 items-center gap-2.5">
      <Avatar id={user.id} name={name} src={user.avatar_url} size="sm" />
      <span dir="auto" className="me-auto min-w-0 truncate">
        {name}
      </span>
      {children}
    </li>
  )
}

/** Lets the owner decide whether everyone in the project or workspace sees the page. */
function GeneralAccess({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const projectId = projectIdOfPage(page)
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  const workspace = useAtomValue(workspaceAtom)
  const me = useAtomValue(meAtom)
  const name = project?.name ?? workspace.name ?? ''
  const isMine = page.owned_by === me?.id
  return (
    <section aria-label={t('pages.share.general')} className="border-line border-t pt-3">
      <h3 className="mb-1.5 font-medium text-sm text-soft">{t('pages.share.general')}</h3>
      <Select
        label={t('pages.share.general')}
        value={String(page.access)}
        // Only the owner can make a page private here, because anybody else would immediately lose access to the
        // page.
        disabled={!isMine && !isPrivatePage(page)}
        onChange={(value) => void setPageAccess(page, value === '1' ? 1 : 0)}
        options={[
          { value: '0', label: t('pages.share.everyone', { name }), icon: <UsersRound /> },
          { value: '1', label: t('pages.share.invited'), icon: <LockKeyhole /> },
        ]}
      />
    </section>
  )
}
