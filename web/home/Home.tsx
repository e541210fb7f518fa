import { useAtomValue } from 'jotai'
import { atLeast, role } from '#common/roles.ts'
import { useTranslation } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import { joinableProjectsAtom, joinedProjectsAtom } from '../permissions/projects.ts'
import { ProjectRow } from '../projects/ProjectRow.tsx'
import { useFeatures } from '../shell/feature.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { useLoaded } from '../shell/use-loaded.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { Colleagues } from './Colleagues.tsx'
import { Day } from './Day.tsx'
import { useDueItems, useStartedItems } from './day.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { useFirstSteps } from './first-steps.ts'
import { Greeting } from './Greeting.tsx'
import { RecentVisits } from './RecentVisits.tsx'
import { loadRecentVisits } from './recent-visits.ts'

/** The first screen of a workspace: one's day in it, where colleagues are, and the ways back to where one was. */
export function Home() {
  const { t } = useTranslation()
  const parts = useFeatures().filter(({ home }) => home !== undefined)
  const hasProjects = useAtomValue(joinedProjectsAtom).length > 0
  const isMember = atLeast(useAtomValue(workspaceRoleAtom), role.member)
  const due = useDueItems()
  const started = useStartedItems()
  const visits = useLoaded(loadRecentVisits)
  const isBeginning = useFirstSteps([due, started])
  return (
    <>
      <TopBar crumbs={<Breadcrumbs crumbs={[{ key: 'home', label: t('shell.nav.home') }]} />} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-270 flex-col gap-8 px-5 py-8 sm:px-8 sm:py-10">
          <Greeting due={due} />
          {isBeginning && isMember && <FirstSteps />}
          {!hasProjects && <Joinable isMember={isMember} />}
          <div className="grid min-w-0 grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_340px] xl:grid-rows-[auto_1fr]">
            {hasProjects && !isBeginning && (
              <div className="flex min-w-0 flex-col gap-8">
                <Day due={due} started={started} />
              </div>
            )}
            <div className="flex min-w-0 flex-col gap-8 xl:col-start-2 xl:row-span-2 xl:row-start-1">
              <Colleagues />
              <RecentVisits {...visits} />
            </div>
            <div className="flex min-w-0 flex-col gap-8">
              {parts.map(({ id, home }) => home && <LazyPart key={id} part={home} props={{}} />)}
            </div>
          </div>
        </div>
      </div>
    </>
  )
}

/** Where one is in no project yet: those that one may join, or who can help. */
function Joinable({ isMember }: { isMember: boolean }) {
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
            <ProjectRow project={project} />
          </li>
        ))}
      </ul>
    </section>
  )
}
