import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { tables } from '../app/sync.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { currentSlug } from './workspace.ts'

interface Place {
  to: string
  label: string
}

interface ProjectCrumbsProps {
  /** The project, or null for a page of the workspace. */
  projectId: string | null
  /** The list that contains the object, or all ancestors of the page. */
  within?: Place | readonly Place[]
  page: string
}

export function ProjectCrumbs({ projectId, within, page }: ProjectCrumbsProps) {
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  const { pathname } = useLocation()
  const projectPath = `/${currentSlug()}/projects/${projectId}/issues`
  return (
    <Breadcrumbs
      crumbs={[
        ...(project
          ? [
              {
                key: 'project',
                icon: <ProjectLogo logo={project.logo_props} name={project.name} />,
                label: project.name,
                isCurrent: pathname === projectPath,
                link: (inside: ReactNode) => (
                  <Link
                    to={projectPath}
                    className="flex min-w-0 items-center gap-1.75 rounded-sm px-1 hover:bg-hover"
                  >
                    {inside}
                  </Link>
                ),
              },
            ]
          : []),
        ...[within ?? []].flat().map(({ to, label }: Place) => ({
          key: to,
          label,
          link: (inside: ReactNode) => <Link to={to}>{inside}</Link>,
        })),
        { key: 'page', label: page },
      ]}
    />
  )
}
