import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import type { WorkspacePresence } from '#common/platform/live.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceMembersAtom } from '../../organization/workspaces/atoms.ts'
import { connectionAtom, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { useWorkspacePresence, viewedObjectPath } from '../../platform/shell/colleagues.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { HomeEmptyText, HomeSection } from './HomeSection.tsx'

/**
 * Other users who are active in the workspace, with links to the item or page that each of them is viewing. If a user
 * is viewing another screen, the link opens the profile of the user.
 */
export function WorkspacePresenceList() {
  const { t } = useTranslation()
  const colleagues = useWorkspacePresence()
  const isLive = useAtomValue(connectionAtom) === 'live'
  const isAlone = useAtomValue(workspaceMembersAtom).length < 2
  const mayInvite = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  return (
    <HomeSection
      title={t('home.colleaguesTitle')}
      count={colleagues?.count ?? 0}
      isLoading={isLive && colleagues === null}
    >
      {colleagues !== null && colleagues.named.length > 0 ? (
        <>
          <ul className="flex flex-col py-1">
            {colleagues.named.map((colleague) => (
              <Line key={colleague.user_id} colleague={colleague} />
            ))}
          </ul>
          {colleagues.count > colleagues.named.length && (
            <HomeEmptyText>
              {t('home.more', { count: colleagues.count - colleagues.named.length })}
            </HomeEmptyText>
          )}
        </>
      ) : !isLive ? (
        <HomeEmptyText>{t('home.colleaguesAway')}</HomeEmptyText>
      ) : (
        <HomeEmptyText>
          {isAlone && mayInvite ? (
            <Link
              to={`/${currentSlug()}/settings/members`}
              className="font-medium text-accent-text hover:underline"
            >
              {t('home.invite')}
            </Link>
          ) : (
            t('home.colleaguesEmpty')
          )}
        </HomeEmptyText>
      )}
    </HomeSection>
  )
}

function Line({ colleague }: { colleague: WorkspacePresence }) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(colleague.user_id))
  if (person === undefined) return null
  const path = viewedObjectPath(colleague)
  return (
    <li>
      <Link
        to={path ?? `/${currentSlug()}/profile/${person.id}`}
        className="-mx-2 flex min-h-11 items-center gap-3 rounded-sm px-2 hover:bg-hover"
      >
        <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} live decorative />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" dir="auto">
            {displayNameOf(person)}
          </span>
          <span className="block truncate text-sm text-soft">
            {colleague.key !== null && <span className="me-1.5 text-faint tabular">{colleague.key}</span>}
            {path === null ? (
              t('home.colleaguesElsewhere')
            ) : (
              <bdi>{colleague.name || t('pages.untitled')}</bdi>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
