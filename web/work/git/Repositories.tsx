import { GitBranch, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type { GitConnection, GithubApp } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { listConnections, loadGithubApp } from './actions.ts'
import { ConnectRepository } from './ConnectRepository.tsx'
import { GithubButton } from './GithubButton.tsx'
import { RepositoryCard } from './RepositoryCard.tsx'
import { SelectGithubRepository } from './SelectGithubRepository.tsx'
import { useGithubReturn } from './use-github-return.ts'

/** Screen with the repositories that are connected to a project, for its admins. */
export function Repositories() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const canChange = hasRoleAtLeast(useProjectActor(projectId).role, role.admin)
  return (
    <ProjectSettings
      tab="git"
      refusal={canChange ? null : <NoAccessState title={t('git.forAdmins')} text={t('git.forAdminsText')} />}
    >
      {(project) => <List key={project.id} project={project} />}
    </ProjectSettings>
  )
}

function List({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { id, identifier, archived_at } = project
  const [connections, setConnections] = useState<GitConnection[]>([])
  const [isConnecting, setConnecting] = useState(false)
  const [app, setApp] = useState<GithubApp | null>(null)
  const load = useCallback(async () => {
    const [app, connections] = await Promise.all([loadGithubApp(id), listConnections(id)])
    setApp(app)
    setConnections(connections)
  }, [id])
  const loaded = useLoadState(load)
  const github = useGithubReturn()
  const isEmpty = connections.length === 0
  const hasApp = app?.is_configured === true
  const put = (connection: GitConnection) =>
    setConnections((all) =>
      all.some(({ id }) => id === connection.id)
        ? all.map((one) => (one.id === connection.id ? connection : one))
        : [connection, ...all],
    )
  const add = archived_at === null && (
    <div className="flex flex-wrap gap-2">
      {hasApp && (
        <GithubButton
          projectId={id}
          variant="primary"
          onAuthorized={app.is_authorized ? github.open : undefined}
        />
      )}
      <Button variant={hasApp ? 'line' : 'primary'} icon={<Plus />} onClick={() => setConnecting(true)}>
        {t('git.connect')}
      </Button>
    </div>
  )
  return (
    <SettingsSection
      title={t('projectSettings.git')}
      text={t('git.intro', { key: `${identifier}-12` })}
      action={!isEmpty && add}
      isBusy={loaded.status === 'loading'}
    >
      <LoadedContent of={loaded}>
        {isEmpty && (
          <EmptyState icon={<GitBranch />} title={t('git.emptyTitle')} text={t('git.empty')} action={add} />
        )}
      </LoadedContent>
      {connections.map((connection) => (
        <RepositoryCard
          key={connection.id}
          connection={connection}
          canChange={archived_at === null}
          onChange={put}
          onDisconnected={() => setConnections((all) => all.filter((one) => one.id !== connection.id))}
        />
      ))}
      {isConnecting && (
        <ConnectRepository projectId={id} onConnected={put} onClose={() => setConnecting(false)} />
      )}
      {github.isOpen && archived_at === null && (
        <SelectGithubRepository projectId={id} onConnected={put} onClose={github.close} />
      )}
    </SettingsSection>
  )
}
