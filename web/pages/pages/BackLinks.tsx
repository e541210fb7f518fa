import { atom, useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { maxBackLinks } from '#common/pages/pages/rules.ts'
import type { BackLink, PageRow } from '#common/pages/pages/schema.ts'
import type { Change } from '#common/platform/changes.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { onChangeApplied, request } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { VisitedIcon } from '../recent-visits/VisitedIcon.tsx'
import { visitedEntityOf } from '../recent-visits/visited-entity.ts'
import { pageCallParams } from './actions.ts'

interface BackLinksProps {
  page: PageRow
  projectId: string | null
}

/** Lists pages and work items that link to a page. Renders nothing if there are none. */
export function BackLinks({ page: { id, project_ids }, projectId }: BackLinksProps) {
  const { t } = useTranslation()
  const [containerId = null] = project_ids
  const [links, setLinks] = useState<readonly BackLink[]>([])
  const read = useCallback(async () => {
    setLinks(
      await request(callForContainer(containerId, 'listBackLinks'), {
        params: pageCallParams({ id, project_ids: containerId === null ? [] : [containerId] }),
      }),
    )
  }, [id, containerId])
  const { status, retry } = useLoadState(read)
  const known = useMemo(() => new Set(links.map(({ entity_data }) => entity_data.id)), [links])
  useReloadAfterEvents(
    useCallback(
      (onEvent) => [onChangeApplied((change) => (mayChangeLinks(change, known) ? onEvent() : undefined))],
      [known],
    ),
    retry,
  )
  if (links.length === 0 && status !== 'error') return null
  return (
    <section aria-label={t('pages.backLinks')} className="border-line border-t pt-3">
      <h2 className="mb-1 font-medium text-sm text-soft">{t('pages.backLinks')}</h2>
      {status === 'error' && <LoadError compact onRetry={retry} />}
      <ul>
        {links.map((link) => (
          <li key={link.entity_data.id}>
            <BackLinkRow link={link} projectId={projectId} />
          </li>
        ))}
      </ul>
      {links.length >= maxBackLinks && (
        <p className="mt-1 text-faint text-sm">{t('pages.backLinksMost', { count: maxBackLinks })}</p>
      )}
    </section>
  )
}

function BackLinkRow({ link, projectId }: { link: BackLink; projectId: string | null }) {
  const { t } = useTranslation()
  const { to, icon, name, hint } = useAtomValue(
    useMemo(() => atom((get) => visitedEntityOf(get, link)), [link]),
  )
  const isElsewhere = link.entity_data.project_id !== projectId
  const shownHint = link.entity_name === 'issue' || isElsewhere ? hint : null
  return (
    <Link
      to={`/${currentSlug()}${to}`}
      className="-mx-2 flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover coarse:min-h-touch"
    >
      <VisitedIcon icon={icon} name={name} />
      <span dir="auto" className="min-w-0 truncate">
        {name || t('pages.untitled')}
      </span>
      {shownHint !== null && (
        <span className="ms-auto max-w-2/5 shrink-0 truncate text-faint text-sm tabular">{shownHint}</span>
      )}
    </Link>
  )
}

/**
 * Returns true if a change may alter the back links: it creates or deletes a page or item, stores a text, or
 * concerns an entity that links to the page. Changes of projects and memberships count too, because they
 * determine which pages and items the user sees.
 */
function mayChangeLinks({ entity, id, op, fields }: Change, known: ReadonlySet<string>): boolean {
  if (entity === 'project_members' || entity === 'projects' || entity === 'workspace_members') return true
  if (entity !== 'pages' && entity !== 'work_items') return false
  return known.has(id) || op !== 'update' || Object.keys(fields).every((field) => textFields.has(field))
}

/** The fields of a change that only stores the text of a page or item. */
const textFields = new Set(['updated_at', 'updated_by', 'mention_ids', 'name'])
