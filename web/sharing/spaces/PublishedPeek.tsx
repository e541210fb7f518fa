import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { LabelTag } from '../../platform/ui/LabelTag.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { GitStateIcon } from '../../work/listing/GitStateIcon.tsx'
import { boardFilesPath } from './board-files-path.ts'
import { PublishedText } from './PublishedText.tsx'
import { VisitorFeedback, type VisitorFeedbackProps } from './VisitorFeedback.tsx'

interface PublishedPeekProps extends VisitorFeedbackProps {
  onClose: () => void
}

/** Shows an item of a public board with its feedback. */
export function PublishedPeek({ board, item, isSignedIn, onChange, onClose }: PublishedPeekProps) {
  const { t, i18n } = useTranslation()
  const labels = board.labels.filter(({ id }) => item.label_ids.includes(id))
  const day = (date: string) =>
    new Date(`${date}T12:00`).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={item.name}
      description={item.key}
      size="lg"
    >
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
          <Fact name={t('spaces.state')}>{board.states.find(({ id }) => id === item.state_id)?.name}</Fact>
          <Fact name={t('spaces.priority')}>{t(`ui.priority.${item.priority}`)}</Fact>
          {item.start_date !== null && <Fact name={t('spaces.start')}>{day(item.start_date)}</Fact>}
          {item.target_date !== null && <Fact name={t('spaces.due')}>{day(item.target_date)}</Fact>}
          {item.git_state !== null && (
            <Fact name={t('git.section')}>
              <span className="flex items-center gap-1.5">
                <GitStateIcon kind="pull_request" state={item.git_state} />
                {t(`git.itemStates.${item.git_state}`)}
              </span>
            </Fact>
          )}
          {labels.length > 0 && (
            <Fact name={t('spaces.labels')}>
              <span className="flex flex-wrap gap-1">
                {labels.map(({ id, name, color }) => (
                  <LabelTag key={id} name={name} color={color} />
                ))}
              </span>
            </Fact>
          )}
        </dl>
        <Description anchor={board.anchor} itemId={item.id} />
        <VisitorFeedback board={board} item={item} isSignedIn={isSignedIn} onChange={onChange} />
      </div>
    </Dialog>
  )
}

function Description({ anchor, itemId }: { anchor: string; itemId: string }) {
  const { t } = useTranslation()
  const [html, setHtml] = useState<string | null>(null)
  const { status, retry } = useLoadState(
    useCallback(async () => {
      const params = { anchor, issue_id: itemId }
      setHtml((await request('getPublishedItem', { params })).description_html)
    }, [anchor, itemId]),
  )
  if (status === 'no_access') return <p className="text-soft">{t('spaces.gone')}</p>
  if (status === 'error') return <LoadError onRetry={retry} />
  if (html === null) return <Skeleton className="h-12" />
  if (isBlank(html)) return <p className="text-faint">{t('spaces.noDescription')}</p>
  return <PublishedText filesPath={boardFilesPath(anchor)} html={html} />
}

/** Returns whether a text is empty. The editor stores an empty text as an empty paragraph. */
function isBlank(html: string): boolean {
  return html === '' || html === '<p></p>'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
