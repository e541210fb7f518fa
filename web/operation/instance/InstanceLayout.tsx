import { useAtom } from 'jotai'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { loadIsInstanceAdmin } from '../../platform/person/instance-admin.ts'
import { ownHomePath } from '../../platform/person/session.ts'
import { SidebarRow } from '../../platform/shell/SidebarRow.tsx'
import { sidebarOpenAtom } from '../../platform/shell/sidebar-state.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { Logo } from '../../platform/ui/Logo.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsPage } from '../../platform/ui/SettingsPage.tsx'
import { Sheet } from '../../platform/ui/Sheet.tsx'
import { instanceSections } from './sections.tsx'

/** The layout of the instance admin screens below `/admin`. */
export function InstanceLayout() {
  const { t } = useTranslation()
  const [isAdmin, setIsAdmin] = useState<boolean | null>(null)
  useEffect(() => void loadIsInstanceAdmin().then(setIsAdmin), [])
  if (isAdmin === null) {
    return (
      <main aria-busy aria-label={t('ui.loading')} className="grid min-h-dvh place-items-center text-faint">
        <Logo size={28} />
      </main>
    )
  }
  return isAdmin ? <Frame /> : <NotForYou />
}

function Frame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [open, setOpen] = useAtom(sidebarOpenAtom)
  const currentSection = instanceSections().find(({ path }) => pathname.startsWith(path))
  return (
    <div className="flex h-dvh overflow-hidden pt-(--safe-top) pb-(--safe-bottom)">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-float focus:m-2 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-1.5"
      >
        {t('shell.skip')}
      </a>
      <aside className="hidden w-sidebar shrink-0 md:block" aria-label={t('instance.title')}>
        <Sections onNavigate={undefined} />
      </aside>
      <Sheet side="left" modal open={open} onOpenChange={setOpen} label={t('instance.title')}>
        <Sections onNavigate={() => setOpen(false)} />
      </Sheet>
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 outline-none md:py-2 md:pe-2">
        <div className="relative flex min-w-0 flex-1 flex-col overflow-hidden bg-sheet md:rounded-lg md:border md:border-line">
          <TopBar
            title={currentSection?.label ?? t('instance.title')}
            crumbs={
              <Breadcrumbs
                crumbs={[
                  { key: 'instance', label: t('instance.title') },
                  ...(currentSection === undefined ? [] : [{ key: 'section', label: currentSection.label }]),
                ]}
              />
            }
          />
          <SettingsPage>
            <Outlet />
          </SettingsPage>
        </div>
      </main>
    </div>
  )
}

function Sections({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-full flex-col gap-3 p-2">
      <p className="flex h-9 items-center gap-2.25 px-2 font-strong">
        <Logo size={18} />
        <span className="truncate">{t('instance.title')}</span>
      </p>
      <nav aria-label={t('instance.title')} className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto">
        {instanceSections().map(({ path, label, icon }) => (
          <SidebarRow key={path} to={path} icon={icon} onNavigate={onNavigate}>
            {label}
          </SidebarRow>
        ))}
      </nav>
      <SidebarRow to={ownHomePath()} icon={<ArrowLeft />} isExact onNavigate={onNavigate}>
        {t('instance.back')}
      </SidebarRow>
    </div>
  )
}

function NotForYou() {
  const { t } = useTranslation()
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <h1 className="sr-only">{t('instance.title')}</h1>
      <NoAccessState
        title={t('instance.noAccessTitle')}
        text={t('instance.noAccessText')}
        action={
          <Link
            to={ownHomePath()}
            className="font-medium text-accent-text underline-offset-4 hover:underline"
          >
            {t('instance.back')}
          </Link>
        }
      />
    </main>
  )
}
