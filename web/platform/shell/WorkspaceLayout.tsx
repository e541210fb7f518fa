import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Link, Outlet, useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { profileAtom } from '../person/profile.ts'
import { meAtom } from '../person/session.ts'
import { cx } from '../ui/cx.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { LazyComponent } from '../ui/LazyComponent.tsx'
import { Logo } from '../ui/Logo.tsx'
import { NoAccessState } from '../ui/NoAccessState.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { ConnectionNotices } from './ConnectionNotices.tsx'
import { usePublishActivity } from './colleagues.ts'
import { Dialogs } from './Dialogs.tsx'
import { FollowedUserBar } from './FollowedUserBar.tsx'
import { type Feature, FeaturesContext } from './feature.ts'
import { GlobalShortcuts } from './GlobalShortcuts.tsx'
import { LoadError } from './LoadError.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'
import { sidebarCollapsedAtom, sidebarOpenAtom } from './sidebar-state.ts'
import { openWorkspace, workspaceAtom } from './workspace.ts'

/**
 * The frame of all workspace screens. It contains the sidebar, the current screen, and dialogs and notices
 * above it.
 */
export function WorkspaceLayout({ features }: { features: readonly Feature[] }) {
  const { t } = useTranslation()
  const { slug = '' } = useParams()
  const { status, lost } = useAtomValue(workspaceAtom)
  const me = useAtomValue(meAtom)
  const profile = useAtomValue(profileAtom)
  useEffect(() => void openWorkspace(slug), [slug])
  if (status === 'no_access') return <NoWorkspace lost={lost} />
  if (status === 'needs_factor') return <TwoFactorRequired slug={slug} features={features} />
  if (status === 'error') {
    return (
      <main className="grid min-h-dvh place-items-center p-4">
        <LoadError onRetry={() => void openWorkspace(slug)} />
      </main>
    )
  }
  if (status === 'loading' || me === null || profile === null) {
    return (
      <main aria-busy aria-label={t('ui.loading')} className="grid min-h-dvh place-items-center text-faint">
        <Logo size={28} />
      </main>
    )
  }
  return (
    <FeaturesContext value={features}>
      <Frame />
    </FeaturesContext>
  )
}

function Frame() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(sidebarOpenAtom)
  const [collapsed, setCollapsed] = useAtom(sidebarCollapsedAtom)
  usePublishActivity()
  useHotkey('mod+b', () => setCollapsed(!collapsed), {
    description: t('shell.keys.sidebar'),
    group: t('shell.keys.general'),
    whileTyping: true,
  })
  return (
    <div className="flex h-dvh overflow-hidden pt-(--safe-top) pb-(--safe-bottom)">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-float focus:m-2 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-1.5"
      >
        {t('shell.skip')}
      </a>
      <aside
        className={cx('hidden w-sidebar shrink-0 md:block', collapsed && 'md:hidden')}
        aria-label={t('shell.sidebar')}
      >
        <Sidebar />
      </aside>
      <Sheet side="left" modal open={open} onOpenChange={setOpen} label={t('shell.sidebar')}>
        <Sidebar onNavigate={() => setOpen(false)} />
      </Sheet>
      <main
        id="main"
        tabIndex={-1}
        className={cx('flex min-w-0 flex-1 outline-none md:py-2 md:pe-2', collapsed && 'md:ps-2')}
      >
        <div className="relative flex min-w-0 flex-1 flex-col overflow-hidden bg-sheet md:rounded-lg md:border md:border-line">
          <Outlet />
          <FollowedUserBar />
        </div>
      </main>
      <Dialogs />
      <GlobalShortcuts />
      <ConnectionNotices />
      <SignOutDialog />
    </div>
  )
}

/** The dialog is loaded on demand, because few workspaces require two-factor authentication. */
function TwoFactorRequired({ slug, features }: { slug: string; features: readonly Feature[] }) {
  const gate = features.find((feature) => feature.gate !== undefined)?.gate
  if (gate === undefined) return null
  return <LazyComponent part={gate} props={{ onReady: () => void openWorkspace(slug) }} fallback={null} />
}

/**
 * Shown if the workspace cannot be opened. `lost` is the name of a workspace that was open until the user lost
 * access. The text then names that workspace instead of stating that no workspace was found.
 */
function NoWorkspace({ lost }: { lost: string | undefined }) {
  const { t } = useTranslation()
  const title =
    lost === undefined ? t('shell.noWorkspaceTitle') : t('shell.lostWorkspaceTitle', { workspace: lost })
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <h1 className="sr-only">{title}</h1>
      <NoAccessState
        title={title}
        text={t(lost === undefined ? 'shell.noWorkspaceText' : 'shell.lostWorkspaceText')}
        action={
          <Link to="/" className="font-medium text-accent-text underline-offset-4 hover:underline">
            {t('shell.toStart')}
          </Link>
        }
      />
    </main>
  )
}
