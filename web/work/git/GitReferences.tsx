import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { formatUrlForDisplay } from '#common/platform/addresses.ts'
import type { GitReferenceRow } from '#common/work/git/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { Section } from '../../platform/ui/Section.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { GitStateIcon } from '../listing/GitStateIcon.tsx'
import { loadReferences } from './actions.ts'
import { itemGitReferencesAtom } from './atoms.ts'

/** Branches, commits and pull requests that name the item, updated live. */
export function GitReferences({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const references = useAtomValue(itemGitReferencesAtom(id))
  const hasAny = row.git_state !== null
  // An item without references needs no request. References that are added later arrive as live changes.
  const read = useCallback(
    () => (hasAny ? loadReferences({ id, project_id }) : Promise.resolve()),
    [hasAny, id, project_id],
  )
  const { status, retry } = useLoadState(read)
  const isAwaited = hasAny && references.length === 0 && status === 'loading'
  const isBroken = references.length === 0 && status === 'error'
  return (
    <Section
      title={t('git.section')}
      summary={references.length > 0 && <CountLabel value={references.length} />}
      isEmpty={references.length === 0 && !isAwaited && !isBroken}
      action={null}
    >
      {isAwaited && (
        <div aria-busy className="flex h-8 items-center coarse:h-11">
          <Skeleton className="w-3/5" />
        </div>
      )}
      {isBroken && <LoadError compact onRetry={retry} />}
      {references.length > 0 && (
        <ul aria-label={t('git.section')}>
          {references.map((reference) => (
            <ReferenceLine key={reference.id} reference={reference} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const tones = {
  open: 'accent',
  draft: 'neutral',
  merged: 'ok',
  closed: 'danger',
  deleted: 'neutral',
} as const

function ReferenceLine({ reference }: { reference: GitReferenceRow }) {
  const { t } = useTranslation()
  const { kind, state, title, url, repository, key, author } = reference
  const name =
    kind === 'pull_request' ? `${repository}#${key}` : kind === 'commit' ? key.slice(0, 8) : repository
  const facts = [name, ...(author === null ? [] : [author])].join(' · ')
  const showsState = kind === 'pull_request' || state === 'deleted'
  return (
    <li className="relative -mx-1.5 flex min-h-8 items-center gap-2 rounded-sm px-1.5 hover:bg-hover coarse:min-h-11">
      <GitStateIcon kind={kind} state={state} />
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        title={formatUrlForDisplay(url)}
        className="flex min-w-0 flex-1 items-center gap-2 text-text no-underline outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        <span className="sr-only">{t(`git.kinds.${kind}`)} </span>
        <span dir="auto" className="min-w-0 truncate font-medium">
          {title === '' ? key : title}
        </span>
        <span dir="ltr" className="max-w-2/5 shrink-0 truncate text-sm text-faint">
          {facts}
        </span>
      </a>
      {showsState && <Badge tone={tones[state]}>{t(`git.states.${state}`)}</Badge>}
    </li>
  )
}
