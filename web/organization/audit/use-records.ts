import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditGroup } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { connectionAtom, liveSocket, request } from '../../platform/app/sync.ts'
import { type LoadState, useLoaded } from '../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../platform/shell/use-reload-on.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { announce } from '../../platform/ui/announce.ts'

export interface AuditFilter {
  group: AuditGroup | null
  actor: { id: string; name: string } | null
  from: string | null
  to: string | null
  search: string
}

export const noFilter: AuditFilter = { group: null, actor: null, from: null, to: null, search: '' }

/** Whose log it is. */
export type Of = 'workspace' | 'instance'

interface Page {
  results: AuditRecord[]
  next_cursor: string | null
}

interface Records extends LoadState {
  records: AuditRecord[]
  /** Null where there are no older ones. */
  more: (() => void) | null
}

/** The records of a log, the newest first, as far as one has asked for more. What is recorded meanwhile comes on top by itself. */
export function useRecords(of: Of, filter: AuditFilter): Records {
  const { t } = useTranslation()
  const [page, setPage] = useState<Page>({ results: [], next_cursor: null })
  const known = useRef<{ filter: AuditFilter; page: Page } | null>(null)
  const wanted = useRef(filter)
  wanted.current = filter
  const keep = useCallback(
    (next: Page) => {
      known.current = { filter, page: next }
      setPage(next)
    },
    [filter],
  )
  const read = useCallback(async () => {
    const first = await readPage(of, filter, null)
    // Somebody has typed on meanwhile.
    if (wanted.current !== filter) return
    const before = known.current?.filter === filter ? known.current.page : null
    const fresh = before === null ? [] : newerThan(first.results, before.results)
    // So many came at once that some between are not in the answer: what was read is put aside.
    if (before === null || fresh.length === first.results.length) return keep(first)
    if (fresh.length === 0) return
    keep({ ...before, results: [...fresh, ...before.results] })
    announce(t('audit.newer', { count: fresh.length }))
  }, [of, filter, keep, t])
  const { status, retry } = useLoaded(read)
  useNews(retry)

  const older = async () => {
    if (page.next_cursor === null) return
    const next = await readPage(of, filter, page.next_cursor)
    if (known.current?.filter !== filter) return
    keep({ ...next, results: [...known.current.page.results, ...next.results] })
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

function readPage(of: Of, filter: AuditFilter, cursor: string | null): Promise<Page> {
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

/** Of what is shown. */
export function exportAddress(of: Of, filter: AuditFilter, format: 'csv' | 'json'): string {
  const place = of === 'instance' ? 'instances' : `workspaces/${currentSlug()}`
  return `/api/${place}/audit-logs/export/?${new URLSearchParams({ ...queryOf(filter), format })}`
}

/** Told on each of one's own screens, and asked again when the connection was away. */
function useNews(again: () => void): void {
  const isLive = useAtomValue(connectionAtom) === 'live'
  useReloadOn(
    useCallback(
      (tell: () => void) => {
        const socket = liveSocket()
        if (!isLive || socket === null) return []
        socket.on('audit', tell)
        return [() => void socket.off('audit', tell)]
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
