import { ExternalLink, Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { githubWriteAccessMessage } from '#common/work/git/rules.ts'
import type { GitConnection, GithubInstallation, GithubRepository } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { translateServerMessage } from '../../locales/translate-server-message.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { toast } from '../../platform/ui/toast.ts'
import {
  connectGithubRepository,
  listGithubRepositories,
  listInstallations,
  openGithub,
  useGitErrorToast,
} from './actions.ts'

interface SelectGithubRepositoryProps {
  projectId: string
  onConnected: (connection: GitConnection) => void
  onClose: () => void
}

/** Lists the repositories that the user can access through the GitHub App. A click connects one of them. */
export function SelectGithubRepository({ projectId, onConnected, onClose }: SelectGithubRepositoryProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [installations, setInstallations] = useState<GithubInstallation[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const load = useCallback(async () => setInstallations(await listInstallations(projectId)), [projectId])
  const loaded = useLoadState(load)
  const installation = installations.find(({ id }) => id === chosen) ?? installations[0]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('git.app.title')}
      footer={
        <Button onClick={() => void withErrorToast(openGithub(projectId, true)).catch(() => undefined)}>
          {t('git.app.install')}
        </Button>
      }
    >
      <div className="flex min-h-80 flex-col gap-4">
        <LoadedContent of={loaded}>
          {installation === undefined ? (
            <EmptyState compact title={t('instance.nothingFound')} />
          ) : (
            <>
              <Field label={t('git.app.account')}>
                <Select
                  value={installation.id}
                  onChange={setChosen}
                  options={installations.map(({ id, account }) => ({ value: id, label: account }))}
                />
              </Field>
              <a
                href={installation.url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-1.5 self-start text-sm"
              >
                {t('git.app.change')}
                <ExternalLink aria-hidden className="size-3.5" />
              </a>
              <RepositoryList
                key={installation.id}
                projectId={projectId}
                installation={installation}
                onConnected={(connection) => {
                  onConnected(connection)
                  toast.ok(t('git.app.connectedTo', { repository: connection.repository }))
                  onClose()
                }}
              />
            </>
          )}
        </LoadedContent>
      </div>
    </Dialog>
  )
}

interface RepositoryListProps {
  projectId: string
  installation: GithubInstallation
  onConnected: (connection: GitConnection) => void
}

function RepositoryList({ projectId, installation, onConnected }: RepositoryListProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const [rows, setRows] = useState<GithubRepository[]>([])
  const [nextPage, setNextPage] = useState<number | null>(null)
  const [connecting, setConnecting] = useState<string | null>(null)
  // Responses can arrive in another order than their requests. Only the response to the latest search is used.
  const latest = useRef(search)
  const { id } = installation
  const loaded = useLoadState(
    useCallback(async () => {
      latest.current = search
      const first = await listGithubRepositories(projectId, id, { search, page: 1 })
      if (latest.current !== search) return
      setRows(first.repositories)
      setNextPage(first.next_page)
    }, [projectId, id, search]),
  )

  async function loadMore(page: number): Promise<void> {
    const next = await withErrorToast(listGithubRepositories(projectId, id, { search, page }))
    if (latest.current !== search) return
    setRows((all) => [...all, ...next.repositories])
    setNextPage(next.next_page)
  }

  async function connect(repository_id: string): Promise<void> {
    setConnecting(repository_id)
    try {
      onConnected(
        await withErrorToast(connectGithubRepository(projectId, { installation_id: id, repository_id })),
      )
    } catch {
      // `withErrorToast` has already shown the error.
    }
    setConnecting(null)
  }

  return (
    <>
      <Input
        type="search"
        icon={<Search />}
        aria-label={t('git.app.find')}
        placeholder={t('git.app.find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <LoadedContent of={loaded}>
        {rows.length === 0 ? (
          <EmptyState compact title={t('instance.nothingFound')} />
        ) : (
          <ul aria-label={t('git.title')} className="flex flex-col">
            {rows.map((row) => (
              <li key={row.id} className="border-b border-line last:border-0">
                <RepositoryRow row={row} isBusy={connecting !== null} onSelect={() => void connect(row.id)} />
              </li>
            ))}
          </ul>
        )}
        {nextPage !== null && (
          <Button className="self-start" onClick={() => void loadMore(nextPage).catch(() => undefined)}>
            {t('instance.more')}
          </Button>
        )}
      </LoadedContent>
    </>
  )
}

interface RepositoryRowProps {
  row: GithubRepository
  isBusy: boolean
  onSelect: () => void
}

function RepositoryRow({ row, isBusy, onSelect }: RepositoryRowProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      disabled={isBusy || row.is_connected || !row.can_connect}
      onClick={onSelect}
      className="flex min-h-row w-full flex-wrap items-center gap-x-3 gap-y-0.5 rounded-sm px-1.5 py-1.5 text-ui-start hover:not-disabled:bg-hover coarse:min-h-touch"
    >
      <span dir="ltr" className="min-w-0 flex-1 font-medium wrap-anywhere">
        {row.repository}
      </span>
      {row.is_connected && <Badge tone="ok">{t('git.app.connected')}</Badge>}
      {!row.is_connected && !row.can_connect && (
        <span className="basis-full text-sm text-soft">
          {translateServerMessage(githubWriteAccessMessage)}
        </span>
      )}
    </button>
  )
}

/** Returns the text after the user has stopped typing for a moment. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, 200, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
