import { useAtomValue } from 'jotai'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { ProjectRow } from '../../organization/projects/ProjectRow.tsx'
import { joinableProjectsAtom, joinedProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { type HomeSectionDefinition, useFeatures } from '../../platform/shell/feature.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { useDueItems, useStartedItems } from './due-items.ts'
import { Greeting } from './Greeting.tsx'
import { OnboardingChecklist } from './OnboardingChecklist.tsx'
import { homePreferencesAtom } from './preferences.ts'
import { TourOffer } from './TourOffer.tsx'
import { useShowOnboardingChecklist } from './use-first-steps.ts'

const customise = loadable(() => import('./CustomiseHome.tsx').then(({ CustomiseHome }) => CustomiseHome))

/** Home screen of a workspace: due items, colleagues and recent visits, in the user's order. */
export function Home() {
  const { t } = useTranslation()
  const parts = useFeatures().flatMap(({ home = [] }) => home)
  const hasProjects = useAtomValue(joinedProjectsAtom).length > 0
  const isMember = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const [isCustomising, setCustomising] = useState(false)
  const due = useDueItems()
  const started = useStartedItems()
  const isBeginning = useShowOnboardingChecklist([due, started])
  return (
    <>
      <TopBar
        crumbs={<Breadcrumbs crumbs={[{ key: 'home', label: t('shell.nav.home') }]} />}
        actions={
          <IconButton
            label={t('home.customise.title')}
            icon={<SlidersHorizontal />}
            onClick={() => setCustomising(true)}
          />
        }
      />
      <div data-scroller className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-270 flex-col gap-8 px-5 py-8 sm:px-8 sm:py-10">
          <Greeting due={due} />
          <TourOffer />
          {!hasProjects && <JoinableProjects isMember={isMember} />}
          {isBeginning && isMember && <OnboardingChecklist />}
          <Sections parts={parts} />
        </div>
      </div>
      {isCustomising && (
        <LazyComponent part={customise} props={{ parts, onClose: () => setCustomising(false) }} />
      )}
    </>
  )
}

/** Arranges the sections in two columns on wide screens. Each section defines its column. */
function Sections({ parts }: { parts: readonly HomeSectionDefinition[] }) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(width >= 80rem)')
  const shown = useAtomValue(homePreferencesAtom).flatMap(({ key, is_enabled }) =>
    is_enabled ? parts.filter((part) => part.key === key) : [],
  )
  if (shown.length === 0) return <p className="text-soft">{t('home.customise.nothing')}</p>
  if (!isWide) return <Column parts={shown} />
  const [main, side] = (['main', 'side'] as const).map((column) =>
    shown.filter((part) => part.column === column),
  )
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_340px] gap-x-12">
      <Column parts={main ?? []} />
      <Column parts={side ?? []} />
    </div>
  )
}

/** Sections are invisible while a section above them loads, because its content will move them. */
function Column({ parts }: { parts: readonly HomeSectionDefinition[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-8 [&>[aria-busy=true]~*]:invisible">
      {parts.map(({ key, part }) => (
        <LazyComponent key={key} part={part} props={{}} fallback={<div aria-busy />} />
      ))}
    </div>
  )
}

function JoinableProjects({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation()
  const joinable = useAtomValue(joinableProjectsAtom)
  if (joinable.length === 0) {
    return isMember ? null : <p className="text-soft">{t('projects.emptyGuestText')}</p>
  }
  return (
    <section>
      <h2 className="mb-2 font-strong">{t('shell.joinableTitle')}</h2>
      <ul className="border-t border-line">
        {joinable.map((project) => (
          <li key={project.id}>
            <ProjectRow isJoinPrimary project={project} progress={undefined} memberCount={undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}
