import { type ReactNode, useEffect, useState } from 'react'
import type { PublicItem, PublishedBoard } from '#common/publish/calls.ts'
import { request } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { LabelTag } from '../ui/LabelTag.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface PublishedPeekProps {
  board: PublishedBoard
  item: PublicItem
  onClose: () => void
}

/** One item of a published project, to read. */
export function PublishedPeek({ board, item, onClose }: PublishedPeekProps) {
  const { t, i18n } = useTranslation()
  const [text, setText] = useState<string | null>(null)
  const labels = board.labels.filter(({ id }) => item.label_ids.includes(id))
  const day = (date: string) =>
    new Date(`${date}T12:00`).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
  useEffect(() => {
    let wanted = true
    const params = { anchor: board.anchor, issue_id: item.id }
    request('getPublishedItem', { params }).then(
      ({ description }) => wanted && setText(description),
      () => wanted && setText(''),
    )
    return () => {
      wanted = false
    }
  }, [board.anchor, item.id])
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
        {text === null && <Skeleton className="h-12" />}
        {text !== null && (
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {text === '' ? <span className="text-faint">{t('spaces.noDescription')}</span> : text}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
