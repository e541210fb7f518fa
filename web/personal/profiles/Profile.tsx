import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { roleName } from '#common/platform/roles.ts'
import { joinPersonNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { getMyId } from '../../platform/person/me.ts'
import { meAtom } from '../../platform/person/session.ts'
import { NotFound } from '../../platform/shell/NotFound.tsx'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Person } from '../../platform/sync/tables.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { lazyPeekPanel } from '../../work/detail/lazy-peek-panel.ts'
import { useOwnViewSettings } from '../../work/listing/filters.ts'
import { ItemsScreen } from '../../work/listing/ItemsScreen.tsx'
import { joinedProjectSetAtom } from '../../work/listing/project-set.ts'
import { type ProfileTab, profileScope, profileTabs } from '../../work/listing/scopes.ts'
import { ActivityTab } from './ActivityTab.tsx'
import { ProfileOverview } from './ProfileOverview.tsx'

/** Profile of a user. The profile of the current user is called "Your work". */
export function Profile() {
  const { t } = useTranslation()
  const { userId = '', tab } = useParams()
  const person = useAtomValue(tables.users.rowAtom(userId))
  const known = profileTabs.find((one) => one === tab)
  if (known === undefined && tab !== undefined && tab !== 'activity') return <NotFound />
  if (person === undefined) {
    return (
      <>
        <TopBar crumbs={null} />
        <NotFoundState title={t('members.goneTitle')} text={t('members.goneText')} />
      </>
    )
  }
  if (known === undefined)
    return <About key={userId} person={person} tab={tab === 'activity' ? tab : undefined} />
  return <TabOfProfile key={`${userId}:${known}`} person={person} tab={known} />
}

/** Shows personal data of a user, with statistics or activities. */
function About({ person, tab }: { person: Person; tab: 'activity' | undefined }) {
  const { t } = useTranslation()
  const title = t(tab === 'activity' ? 'profiles.activity' : 'profiles.overview')
  const name = useNameOf(person)
  return (
    <>
      <TopBar
        title={`${title} · ${name}`}
        crumbs={
          <Breadcrumbs
            crumbs={[
              { key: 'person', label: name },
              { key: 'tab', label: title },
            ]}
          />
        }
      />
      <Head person={person} />
      {tab === 'activity' ? <ActivityTab person={person} /> : <ProfileOverview person={person} />}
    </>
  )
}

function useNameOf(person: Person): string {
  const { t } = useTranslation()
  return person.id === getMyId() ? t('shell.nav.yourWork') : displayNameOf(person)
}

function Head({ person }: { person: Person }) {
  const { t } = useTranslation()
  const at = `/${currentSlug()}/profile/${person.id}`
  const tabs = [
    { to: at, label: t('profiles.overview'), end: true },
    ...profileTabs.map((one) => ({ to: `${at}/${one}`, label: t(`workItems.tabs.${one}`) })),
    { to: `${at}/activity`, label: t('profiles.activity') },
  ]
  return (
    <>
      <PersonHead person={person} />
      <TabLinks label={useNameOf(person)} tabs={tabs} />
    </>
  )
}

function TabOfProfile({ person, tab }: { person: Person; tab: ProfileTab }) {
  const { t } = useTranslation()
  const slug = currentSlug()
  const projects = useAtomValue(joinedProjectSetAtom)
  const isOwn = person.id === getMyId()
  const scope = useMemo(() => {
    const theirs = profileScope(slug, tab, projects, person.id)
    return isOwn ? { ...theirs, words: tab } : theirs
  }, [slug, tab, projects, person.id, isOwn])
  const title = t(`workItems.tabs.${tab}`)
  const name = useNameOf(person)
  return (
    <ItemsScreen
      scope={scope}
      settings={useOwnViewSettings(scope)}
      peek={lazyPeekPanel}
      title={`${title} · ${name}`}
      crumbs={
        <Breadcrumbs
          crumbs={[
            { key: 'person', label: name },
            { key: tab, label: title },
          ]}
        />
      }
      tabs={<Head person={person} />}
      noAccess={() => <NotFoundState title={t('members.goneTitle')} text={t('members.goneText')} />}
    />
  )
}

function PersonHead({ person }: { person: Person }) {
  const { t } = useTranslation()
  const member = useAtomValue(tables.workspace_members.allAtom).find((row) => row.member_id === person.id)
  const full = joinPersonNames(person.first_name, person.last_name)
  const about = [
    full !== displayNameOf(person) && full,
    member?.is_active === true ? t(`roles.${roleName(member.role)}`) : t('members.former'),
    person.email,
  ]
  const cover = useCover(person.id)
  return (
    <>
      {cover !== null && <img src={cover} alt="" className="h-24 w-full shrink-0 object-cover sm:h-32" />}
      <div className="flex shrink-0 items-center gap-3 px-gutter pt-3 pb-1.5">
        <Avatar id={person.id} name={displayNameOf(person)} src={person.avatar_url} size="lg" decorative />
        <div className="min-w-0">
          <h2 className="truncate text-lg font-strong tracking-[-0.012em]">{displayNameOf(person)}</h2>
          <p className="truncate text-sm text-soft">{about.filter(Boolean).join(' · ')}</p>
        </div>
      </div>
    </>
  )
}

/**
 * Returns the cover of a profile. The cover of the current user needs no request, and its changes appear immediately.
 */
function useCover(userId: string): string | null {
  const me = useAtomValue(meAtom)
  const isOwn = me?.id === userId
  const [cover, setCover] = useState<string | null>(null)
  useLoadState(
    useCallback(async () => {
      if (isOwn) return
      const { user_data } = await request('getUserProfile', {
        params: { slug: currentSlug(), user_id: userId },
      })
      setCover(user_data.cover_image_url)
    }, [isOwn, userId]),
  )
  return isOwn ? me.cover_image_url : cover
}
