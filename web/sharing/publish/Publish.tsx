import { Globe } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { type BoardFeedbackSetting, boardFeedbackSettings } from '#common/sharing/publish/rules.ts'
import type { PublishSettings } from '#common/sharing/publish/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { PublicLink } from '../../work/views/PublicLink.tsx'
import { PublishWarning } from '../../work/views/PublishWarning.tsx'

/** Screen `/{slug}/settings/projects/{id}/publish` with the settings of the public board, for project admins. */
export function Publish() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const canChange = hasRoleAtLeast(useProjectActor(projectId).role, role.admin)
  return (
    <ProjectSettings
      tab="publish"
      refusal={canChange ? null : <NoAccessState title={t('projectSettings.forAdmins')} />}
    >
      {(project) => <Whole key={project.id} project={project} />}
    </ProjectSettings>
  )
}

function Whole({ project }: { project: Project }) {
  const { t } = useTranslation()
  const [board, setBoard] = useState<PublishSettings | null>(null)
  const [sending, setSending] = useState(false)
  const { id, anchor, name } = project
  const params = { slug: currentSlug(), project_id: id }
  const loaded = useLoadState(
    useCallback(async () => {
      // `anchor` is a dependency so that the settings are loaded again when another admin publishes or
      // unpublishes the project.
      void anchor
      const found = await request('getDeployBoard', { params: { slug: currentSlug(), project_id: id } })
      setBoard('id' in found ? (found as PublishSettings) : null)
    }, [id, anchor]),
  )

  async function publish(): Promise<void> {
    setSending(true)
    try {
      setBoard(await request('publishProject', { params, body: {} }))
      toast.ok(t('publish.published', { name }))
    } catch {
      toast.error(t('publish.notDone'))
    }
    setSending(false)
  }

  if (board === null || loaded.status === 'error' || loaded.status === 'no_access')
    return (
      <LoadedContent of={loaded}>
        <SettingsSection title={t('projectSettings.publish')}>
          <SecretProject project={project} />
          <EmptyState
            icon={<Globe />}
            title={t('publish.off')}
            text={`${t('publish.offText')} ${t('publish.strangersSee')}`}
            action={
              <Button variant="primary" loading={sending} onClick={() => void publish()}>
                {t('publish.do')}
              </Button>
            }
          />
        </SettingsSection>
      </LoadedContent>
    )
  return <Published project={project} board={board} onChange={setBoard} />
}

function SecretProject({ project }: { project: Project }) {
  const { t } = useTranslation()
  return project.network === 0 && <PublishWarning>{t('publish.secret')}</PublishWarning>
}

interface PublishedProps {
  project: Project
  board: PublishSettings
  onChange: (board: PublishSettings | null) => void
}

function Published({ project, board, onChange }: PublishedProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const params = { slug: currentSlug(), project_id: project.id, deploy_board_id: board.id }
  const { name } = project

  async function show(view: 'list' | 'kanban', isOn: boolean): Promise<void> {
    try {
      onChange(await request('updateDeployBoard', { params, body: { views: { [view]: isOn } } }))
    } catch {
      toast.error(t('publish.notDone'))
    }
  }

  async function allow(one: BoardFeedbackSetting, isOn: boolean): Promise<void> {
    try {
      onChange(await request('updateDeployBoard', { params, body: { [one]: isOn } }))
    } catch {
      toast.error(t('publish.notDone'))
    }
  }

  async function stop(): Promise<void> {
    try {
      await request('unpublishProject', { params })
      onChange(null)
      toast.ok(t('publish.stopped', { name }))
    } catch {
      toast.error(t('publish.notDone'))
    }
  }

  return (
    <>
      <SettingsSection
        title={t('projectSettings.publish')}
        text={t('publish.on')}
        action={
          <Button variant="danger-line" onClick={() => setAsking(true)}>
            {t('publish.stop')}
          </Button>
        }
      >
        <PublicLink path={`/spaces/issues/${board.anchor}`} />
        <SecretProject project={project} />
      </SettingsSection>
      <SettingsSection title={t('publish.shown')} label={t('publish.shown')}>
        <div className="flex flex-col rounded-lg border border-line">
          {(['list', 'kanban'] as const).map((view) => (
            <div key={view} className="border-line px-4 py-3 not-first:border-t">
              <Switch
                checked={board.views[view]}
                // The switch of the last enabled layout is disabled, because at least one layout must stay
                // enabled.
                disabled={board.views[view] && !board.views[view === 'list' ? 'kanban' : 'list']}
                onChange={(isOn) => void show(view, isOn)}
              >
                {t(`publish.${view}`)}
              </Switch>
            </div>
          ))}
        </div>
      </SettingsSection>
      <SettingsSection
        title={t('publish.allowed')}
        label={t('publish.allowed')}
        text={t('publish.allowedText')}
      >
        <div className="flex flex-col rounded-lg border border-line">
          {boardFeedbackSettings.map((one) => (
            <div key={one} className="border-line px-4 py-3 not-first:border-t">
              <Switch
                checked={board[one]}
                disabled={one === 'is_intake_enabled' && !project.inbox_view}
                hint={t(`publish.${one}Hint`)}
                onChange={(isOn) => void allow(one, isOn)}
              >
                {t(`publish.${one}`)}
              </Switch>
            </div>
          ))}
        </div>
      </SettingsSection>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('publish.stopTitle', { name })}
        text={t('publish.stopText')}
        confirmLabel={t('publish.stop')}
        danger
        onConfirm={stop}
      />
    </>
  )
}
