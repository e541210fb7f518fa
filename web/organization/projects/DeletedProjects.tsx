import { useAtomValue } from 'jotai'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { DeletedProject } from '#common/organization/projects/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { undoProjectDeletion } from './actions.ts'

interface DeletedProjectsProps {
  isWanted: (project: DeletedProject) => boolean
}

/** Lists the deleted projects that the user can restore. The user must be an admin of the project. */
export function DeletedProjects({ isWanted }: DeletedProjectsProps) {
  const { t } = useTranslation()
  const [projects, setProjects] = useState<DeletedProject[]>([])
  // The list needs no subscription to changes. Deleting or restoring a project changes the user's access, and each
  // change of access reloads the list.
  const loaded = useLoadState(
    useCallback(
      async () => setProjects(await request('listDeletedProjects', { params: { slug: currentSlug() } })),
      [],
    ),
  )
  const shown = projects.filter(isWanted)
  if (loaded.status !== 'ready')
    return <LoadedContent of={loaded} skeleton={<Skeleton className="m-4 h-13" />} />
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Trash2 />}
        title={projects.length === 0 ? t('projects.noneDeletedTitle') : t('projects.noMatchTitle')}
        text={projects.length === 0 ? t('projects.noneDeletedText') : t('projects.noMatchText')}
      />
    )
  return (
    <ul className="scroll-quiet min-h-0 flex-1 overflow-auto" aria-label={t('projects.deleted')}>
      {shown.map((project) => (
        <DeletedRow
          key={project.id}
          project={project}
          onRestored={() => setProjects((all) => all.filter(({ id }) => id !== project.id))}
        />
      ))}
    </ul>
  )
}

function DeletedRow({ project, onRestored }: { project: DeletedProject; onRestored: () => void }) {
  const { t, i18n } = useTranslation()
  const [sending, setSending] = useState(false)
  const by = useAtomValue(tables.users.rowAtom(project.deleted_by ?? ''))
  const day = new Date(project.ends_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' })

  async function restore(): Promise<void> {
    setSending(true)
    if (await undoProjectDeletion(project)) onRestored()
    else setSending(false)
  }

  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-line py-1.5 pe-3 ps-4">
      <ProjectLogo logo={project.logo_props} name={project.name} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span dir="auto" className="truncate font-medium">
            {project.name}
          </span>
          <span className="shrink-0 text-xs font-medium text-faint">{project.identifier}</span>
        </span>
        <span className="block text-sm text-soft">
          {by === undefined
            ? t('projects.deletedUntil', { day })
            : t('projects.deletedBy', { name: displayNameOf(by), day })}
        </span>
      </span>
      <Button
        icon={<RotateCcw />}
        aria-label={t('projects.restoreOf', { name: project.name })}
        loading={sending}
        onClick={() => void restore()}
      >
        {t('projects.restoreDeleted')}
      </Button>
    </li>
  )
}
