import { MessageSquare, Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { useProjectActor } from '../../../platform/person/roles.ts'
import { LoadedContent } from '../../../platform/shell/LoadedContent.tsx'
import { ProjectSettings } from '../../../platform/shell/ProjectSettings.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { AlertDialog } from '../../../platform/ui/AlertDialog.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { EmptyState } from '../../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../../platform/ui/SettingsSection.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { useErrorToast } from '../actions.ts'
import { ChatTargetForm } from './ChatTargetForm.tsx'
import { ChatTargetLine } from './ChatTargetLine.tsx'
import { waitForAttempt } from './wait-for-attempt.ts'

/** Screen `/{slug}/settings/projects/{id}/chat` with the chat targets of a project, for its admins. */
export function ChatTargets() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const canChange = hasRoleAtLeast(useProjectActor(projectId).role, role.admin)
  return (
    <ProjectSettings
      tab="chat"
      refusal={canChange ? null : <NoAccessState title={t('projectSettings.forAdmins')} />}
    >
      {({ id }) => <ChatTargetList key={id} projectId={id} />}
    </ProjectSettings>
  )
}

function ChatTargetList({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const withErrorToast = useErrorToast()
  const [targets, setTargets] = useState<ChatTarget[]>([])
  /** The target in the form. `new` opens the form for a new one. */
  const [edited, setEdited] = useState<ChatTarget | 'new' | null>(null)
  const [deleted, setDeleted] = useState<ChatTarget | null>(null)
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set())
  const project = { slug: currentSlug(), project_id: projectId }
  const at = ({ id }: ChatTarget) => ({ ...project, chat_target_id: id })
  const loaded = useLoadState(
    useCallback(async () => {
      setTargets(await request('listChatTargets', { params: { slug: currentSlug(), project_id: projectId } }))
    }, [projectId]),
  )

  function put(changed: ChatTarget): void {
    setTargets((all) =>
      all.some(({ id }) => id === changed.id)
        ? all.map((one) => (one.id === changed.id ? changed : one))
        : [changed, ...all],
    )
  }

  async function turn(target: ChatTarget, is_active: boolean): Promise<void> {
    put({ ...target, is_active, off_reason: null })
    try {
      put(await withErrorToast(request('updateChatTarget', { params: at(target), body: { is_active } })))
    } catch {
      put(target)
    }
  }

  async function test(target: ChatTarget): Promise<void> {
    setTesting((ids) => new Set(ids).add(target.id))
    try {
      await withErrorToast(request('testChatTarget', { params: at(target) }))
      const tested = await withErrorToast(waitForAttempt(project, target))
      if (tested === null) return
      put(tested)
      if (tested.last_error === null) toast.ok(t('chatTargets.tested', { name: target.name }))
    } finally {
      setTesting((ids) => new Set([...ids].filter((id) => id !== target.id)))
    }
  }

  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {t('chatTargets.new')}
    </Button>
  )
  return (
    <SettingsSection
      title={t('chatTargets.title')}
      text={t('chatTargets.text')}
      action={targets.length > 0 && add}
      isBusy={loaded.status === 'loading'}
    >
      <LoadedContent of={loaded}>
        {targets.length === 0 && (
          <EmptyState
            icon={<MessageSquare />}
            title={t('chatTargets.emptyTitle')}
            text={t('chatTargets.empty')}
            action={add}
          />
        )}
      </LoadedContent>
      {targets.length > 0 && (
        <ul className="flex flex-col" aria-label={t('chatTargets.title')}>
          {targets.map((target) => (
            <ChatTargetLine
              key={target.id}
              target={target}
              isTesting={testing.has(target.id)}
              onTurn={(isOn) => void turn(target, isOn)}
              actions={[
                {
                  label: t('chatTargets.test'),
                  icon: <Send />,
                  run: () => test(target),
                },
                { label: t('chatTargets.edit'), icon: <Pencil />, run: () => setEdited(target) },
                { label: t('chatTargets.delete'), icon: <Trash2 />, run: () => setDeleted(target) },
              ]}
            />
          ))}
        </ul>
      )}
      {edited !== null && (
        <ChatTargetForm
          target={edited === 'new' ? null : edited}
          project={project}
          onSaved={(saved) => {
            put(saved)
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
      <AlertDialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={t('chatTargets.deleteTitle', { name: deleted?.name ?? '' })}
        text={t('chatTargets.deleteText')}
        confirmLabel={t('chatTargets.delete')}
        danger
        onConfirm={async () => {
          if (deleted === null) return
          await withErrorToast(request('deleteChatTarget', { params: at(deleted) }))
          setTargets((all) => all.filter(({ id }) => id !== deleted.id))
          setDeleted(null)
        }}
      />
    </SettingsSection>
  )
}
