import { useAtomValue } from 'jotai'
import { FolderPlus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { role } from '#common/roles.ts'
import { useTranslation } from '../locales/i18n.ts'
import { workspaceRoleAtom } from '../permissions/may.ts'
import { joinableProjectsAtom, joinedProjectsAtom } from '../permissions/projects.ts'
import { openCreateProject } from '../projects/create.ts'
import { ProjectRow } from '../projects/ProjectRow.tsx'
import { useFeatures } from '../shell/feature.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { meAtom } from '../users/session.ts'

/** The first screen of a workspace: a greeting and the way to one's boards. */
export function Home() {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const parts = useFeatures().filter(({ home }) => home !== undefined)
  const projects = useAtomValue(joinedProjectsAtom)
  const joinable = useAtomValue(joinableProjectsAtom)
  const held = useAtomValue(workspaceRoleAtom)
  const canCreate = held !== null && held > role.guest
  const name = me?.first_name || me?.display_name || ''
  return (
    <>
      <TopBar crumbs={<Breadcrumbs crumbs={[{ key: 'home', label: t('shell.nav.home') }]} />} />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-220 px-5 py-10">
          <h1 className="mb-6 text-2xl font-strong tracking-[-0.02em]">
            {t(`shell.greeting.${dayTime()}`, { name })}
          </h1>
          {parts.length > 0 && (
            <div className="mb-8 flex flex-col gap-8">
              {parts.map(({ id, home }) => home && <LazyPart key={id} part={home} props={{}} />)}
            </div>
          )}
          {projects.length === 0 && joinable.length > 0 ? (
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
          ) : projects.length === 0 ? (
            <EmptyState
              icon={<FolderPlus />}
              title={t('shell.noProjectsTitle')}
              text={t('shell.noProjectsText')}
              action={
                canCreate && (
                  <Button variant="primary" icon={<Plus />} keys="n p" onClick={() => openCreateProject()}>
                    {t('shell.newProject')}
                  </Button>
                )
              }
            />
          ) : (
            <>
              <h2 className="mb-2 flex h-control items-center font-strong">{t('shell.nav.yourProjects')}</h2>
              <ul className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
                {projects.map((project) => (
                  <li key={project.id}>
                    <Link
                      to={`/${currentSlug()}/projects/${project.id}/issues`}
                      className="flex h-full flex-col gap-2 rounded-md border border-line bg-raised px-3.5 py-3 transition-colors hover:border-line-strong"
                    >
                      <span className="flex items-center gap-2 font-strong">
                        <ProjectLogo logo={project.logo_props} name={project.name} size="md" />
                        <span className="truncate">{project.name}</span>
                        <span className="ml-auto text-xs font-medium text-faint">{project.identifier}</span>
                      </span>
                      {project.description && (
                        <span className="line-clamp-2 text-soft">{project.description}</span>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </>
  )
}

function dayTime(): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date().getHours()
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
