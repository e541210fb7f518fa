import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditGroup } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { connectionAtom, liveSocket, request } from '../../platform/app/sync.ts'
import { type LoadState, useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { announce } from '../../platform/ui/announce.ts'

export interface AuditFilter {
  group: AuditGroup | null
  actor: { id: string; name: string } | null
  from: string | null
  to: string | null
  search: string
}

export const noAuditFilter: AuditFilter = { group: null, actor: null, from: null, to: null, search: '' }

/** Selects the audit log of the workspace or of the whole Tandem instance. */
export type AuditLogKind = 'workspace' | 'instance'

interface Page {
  results: AuditRecord[]
  next_cursor: string | null
}

interface Records extends LoadState {
  records: AuditRecord[]
  /** Loads older entries. It is null if there are no older entries. */
  more: (() => void) | null
}

/** Loads the audit log page by page, newest first. New entries appear at the top automatically. */
export function useAuditRecords(of: AuditLogKind, filter: AuditFilter): Records {
  const { t } = useTranslation()
  const [page, setPage] = useState<Page>({ results: [], next_cursor: null })
  const known = useRef<{ filter: AuditFilter; page: Page } | null>(null)
  const wanted = useRef(filter)
  wanted.current = filter
  const showPage = useCallback(
    (next: Page) => {
      known.current = { filter, page: next }
      setPage(next)
    },
    [filter],
  )
  const read = useCallback(async () => {
    const first = await readPage(of, filter, null)
    // The response is ignored if the user has changed the filter while the request was running.
    if (wanted.current !== filter) return
    const before = known.current?.filter === filter ? known.current.page : null
    const fresh = before === null ? [] : newerThan(first.results, before.results)
    // If the list contains none of the received entries, there may be a gap between the list and these
    // entries. The received entries therefore replace the list.
    if (before === null || fresh.length === first.results.length) return showPage(first)
    if (fresh.length === 0) return
    showPage({ ...before, results: [...fresh, ...before.results] })
    announce(t('audit.newer', { count: fresh.length }))
  }, [of, filter, showPage, t])
  const { status, retry } = useLoadState(read)
  useReloadOnEntries(retry)

  const older = async () => {
    if (page.next_cursor === null) return
    const next = await readPage(of, filter, page.next_cursor)
    if (known.current?.filter !== filter) return
    showPage({ ...next, results: [...known.current.page.results, ...next.results] })
  }
  const isOfFilter = known.current?.filter === filter
  return {
    status,
    retry,
    records: isOfFilter ? page.results : [],
    more: isOfFilter && page.next_cursor !== null ? () => void older().catch(retry) : null,
  }
}

function newerThan(read: AuditRecord[], known: AuditRecord[]): AuditRecord[] {
  const ids = new Set(known.map(({ id }) => id))
  return read.filter(({ id }) => !ids.has(id))
}

function readPage(of: AuditLogKind, filter: AuditFilter, cursor: string | null): Promise<Page> {
  const query = { ...queryOf(filter), ...(cursor !== null && { cursor }) }
  return of === 'instance'
    ? request('listInstanceAuditRecords', { query })
    : request('listAuditRecords', { params: { slug: currentSlug() }, query })
}

function queryOf({ group, actor, from, to, search }: AuditFilter): Record<string, string> {
  return {
    ...(group !== null && { group }),
    ...(actor !== null && { actor: actor.id }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(search.trim() !== '' && { search: search.trim() }),
  }
}

/** Returns the URL that exports the entries of the current filter. */
export function auditExportUrl(of: AuditLogKind, filter: AuditFilter, format: 'csv' | 'json'): string {
  const place = of === 'instance' ? 'instances' : `workspaces/${currentSlug()}`
  return `/api/${place}/audit-logs/export/?${new URLSearchParams({ ...queryOf(filter), format })}`
}

/** Reloads when the server announces new entries, and after a lost connection. */
function useReloadOnEntries(again: () => void): void {
  const isLive = useAtomValue(connectionAtom) === 'live'
  useReloadAfterEvents(
    useCallback(
      (onEvent: () => void) => {
        const socket = liveSocket()
        if (!isLive || socket === null) return []
        socket.on('audit', onEvent)
        return [() => void socket.off('audit', onEvent)]
      },
      [isLive],
    ),
    again,
  )
  const wasAway = useRef(false)
  useEffect(() => {
    if (!isLive) wasAway.current = true
    else if (wasAway.current) {
      wasAway.current = false
      again()
    }
  }, [isLive, again])
}
