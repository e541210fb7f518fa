import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeletedWorkspace } from '#common/organization/workspaces/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { reloadSession } from '../../platform/person/session.ts'
import { WorkspaceLogo } from '../../platform/shell/WorkspaceLogo.tsx'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { toast } from '../../platform/ui/toast.ts'

/** Deleted workspaces that the user can restore as an admin. Renders nothing if there are none. */
export function DeletedWorkspaces() {
  const { t, i18n } = useTranslation()
  const words = useErrorMessage()
  const navigate = useNavigate()
  const [workspaces, setWorkspaces] = useState<DeletedWorkspace[]>([])
  const [restoring, setRestoring] = useState<string | null>(null)
  useEffect(() => {
    // The list of deleted workspaces is secondary on this screen, so an error is ignored.
    request('listDeletedWorkspaces', {}).then(setWorkspaces, (error: unknown) => {
      if (!(error instanceof RequestError)) throw error
    })
  }, [])

  async function restore({ id, slug }: DeletedWorkspace) {
    setRestoring(id)
    try {
      await request('restoreWorkspace', { params: { id } })
      await reloadSession()
      await navigate(`/${slug}`)
    } catch (error) {
      toast.error(words(error))
      setRestoring(null)
    }
  }

  if (workspaces.length === 0) return null
  const day = (moment: string) => new Date(moment).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  return (
    <section className="mt-10 flex flex-col gap-3" aria-labelledby="deleted-workspaces">
      <h2 id="deleted-workspaces" className="font-strong">
        {t('workspaces.deletedTitle')}
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
        {workspaces.map((workspace) => (
          <li key={workspace.id} className="flex items-center gap-2.5 py-2 pe-2 ps-3">
            <WorkspaceLogo logo={workspace.logo_url} />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-medium">
                {workspace.name}
              </span>
              <span className="block text-sm text-soft">
                {workspace.deleted_by === null
                  ? t('workspaces.deletedUntil', { day: day(workspace.ends_at) })
                  : t('workspaces.deletedBy', { name: workspace.deleted_by, day: day(workspace.ends_at) })}
              </span>
            </span>
            <Button
              icon={<RotateCcw />}
              aria-label={t('workspaces.restoreOf', { name: workspace.name })}
              loading={restoring === workspace.id}
              disabled={restoring !== null}
              onClick={() => void restore(workspace)}
            >
              {t('workspaces.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
