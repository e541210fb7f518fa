import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { isImportRunning } from '#common/pages/page-imports/rules.ts'
import type { PageImportRow } from '#common/pages/page-imports/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store, tables } from '../../../platform/app/sync.ts'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { ProgressBar } from '../../../platform/ui/ProgressBar.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { loadPageImports } from './actions.ts'
import { pageImportDialogAtom } from './import-dialog.ts'

/** Shows running imports above the page list, and a toast when an import ends. */
export function RunningImports({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation()
  useLoadState(useCallback(() => loadPageImports(projectId), [projectId]))
  const rows = useAtomValue(tables.page_imports.allAtom).filter((row) => row.project_id === projectId)
  const running = rows.filter(isImportRunning)
  const previouslyRunning = useRef(new Set<string>())
  const notifyEnd = useEffectEvent((row: PageImportRow) => {
    if (store.get(pageImportDialogAtom)?.importId === row.id || row.status === 'stopped') return
    const isWell = row.status === 'completed'
    const options = { action: { label: t('ui.show'), onPress: () => open(row) } }
    if (isWell) toast.ok(t('pages.imports.made', { count: row.done }), options)
    else toast.error(t(`pages.imports.problems.${row.problem ?? 'failed'}`), options)
  })
  useEffect(() => {
    for (const row of rows) if (previouslyRunning.current.has(row.id) && !isImportRunning(row)) notifyEnd(row)
    previouslyRunning.current = new Set(running.map(({ id }) => id))
  })
  return running.map((row) => (
    <div key={row.id} className="flex items-center gap-3 border-b border-line px-3 py-1.5">
      <ProgressBar
        label={t('pages.imports.going')}
        part={row.total ? row.done / row.total : 0}
        className="w-24 shrink-0"
      />
      <span className="min-w-0 flex-1 truncate text-sm text-soft tabular">
        {row.total === null
          ? t('pages.imports.reading')
          : t('pages.imports.progress', { done: row.done, count: row.total })}
      </span>
      <Button size="sm" onClick={() => open(row)}>
        {t('ui.show')}
      </Button>
    </div>
  ))
}

function open({ id, project_id, parent, access }: PageImportRow): void {
  store.set(pageImportDialogAtom, { projectId: project_id, parent, access, files: [], importId: id })
}
