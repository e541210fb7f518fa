import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { readRows } from '../app/read-rows.ts'
import { requestWithVersion, tables } from '../app/sync.ts'
import { DocumentSaveStatus } from '../editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../editor/status.ts'
import { ItemMenu } from '../listing/bulk/ItemMenu.tsx'
import { ItemPageKeys } from '../listing/bulk/ItemPageKeys.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { Here } from '../shell/Here.tsx'
import { LoadError } from '../shell/LoadError.tsx'
import { ProjectCrumbs } from '../shell/ProjectCrumbs.tsx'
import { usePresence } from '../shell/presence.ts'
import { TopBar } from '../shell/TopBar.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { RequestError } from '../sync/http.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { keyOf } from '../work-items/actions.ts'
import { PeekSkeleton } from './Peek.tsx'
import { WorkItemDetail } from './WorkItemDetail.tsx'

type Found = { status: 'loading' | 'missing' | 'error' } | { status: 'found'; id: string }

/** One item on a page of its own, by its key. */
export function WorkItemPage() {
  const { t } = useTranslation()
  const { key = '' } = useParams()
  const navigate = useNavigate()
  const { found, retry } = useItemByKey(key)
  const id = found.status === 'found' ? found.id : ''
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const here = usePresence(row === undefined ? null : `work_item:${id}`)
  const [status, setStatus] = useState<DocumentState>({ status: 'connecting', reason: null })
  const page = useRef<HTMLElement>(null)
  const leave = () => row && void navigate(`/${currentSlug()}/projects/${row.project_id}/issues`)
  const bar = <TopBar title={key} crumbs={<Breadcrumbs crumbs={[{ key: 'page', label: key }]} />} />
  if (found.status === 'error') {
    return (
      <>
        {bar}
        <LoadError onRetry={retry} />
      </>
    )
  }
  if (found.status === 'missing' || (found.status === 'found' && row === undefined)) {
    return (
      <>
        {bar}
        <NoAccess title={t('workItems.goneTitle')} text={t('workItems.goneText')} />
      </>
    )
  }
  return (
    <>
      <TopBar
        title={row?.name}
        crumbs={row && <ProjectCrumbs projectId={row.project_id} page={keyOf(row)} />}
        actions={
          row && (
            <>
              <DocumentSaveStatus {...status} />
              <Here people={here} />
              <ItemMenu row={row} onDeleted={leave} />
            </>
          )
        }
      />
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <article ref={page} className="mx-auto w-full max-w-180 px-5 py-8 sm:px-8">
          {row ? <WorkItemDetail key={row.id} row={row} onStatus={setStatus} /> : <PeekSkeleton />}
        </article>
      </div>
      {row && <ItemPageKeys id={row.id} page={page} onDeleted={leave} />}
    </>
  )
}

function useItemByKey(key: string): { found: Found; retry: () => void } {
  const [found, setFound] = useState<Found>({ status: 'loading' })
  const asked = useRef('')
  const load = useCallback(async () => {
    asked.current = key
    setFound({ status: 'loading' })
    const next = await find(key)
    if (asked.current === key) setFound(next)
  }, [key])
  useEffect(() => void load(), [load])
  return { found, retry: () => void load() }
}

async function find(key: string): Promise<Found> {
  try {
    const { answer, version } = await requestWithVersion('getWorkItemByKey', {
      params: { slug: currentSlug(), key },
    })
    const { description_html: _, is_subscribed: __, ...item } = answer
    readRows([item], version)
    return { status: 'found', id: item.id }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { status: error.code === 'not_found' ? 'missing' : 'error' }
  }
}
