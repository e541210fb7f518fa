import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { timeAgo } from '../../ui/time-ago.ts'
import { Section } from '../Section.tsx'
import { followHistory, historyAtom } from './history.ts'
import { type Deed, deedsOf } from './merged.ts'
import { activityWords } from './words.ts'

/** So many of the last are shown until one asks for the others. */
const shownAtFirst = 10

/** What happened to an item, live: who did what, and when. */
export function Activity({ row: { id, project_id } }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const history = useAtomValue(historyAtom(id))
  useEffect(() => followHistory({ id, project_id }), [id, project_id])
  const deeds = useMemo(() => deedsOf(history ?? []), [history])
  const [isWhole, setWhole] = useState(false)
  const earlier = isWhole ? 0 : Math.max(0, deeds.length - shownAtFirst)
  return (
    <Section title={t('activity.title')} action={false} isEmpty={deeds.length === 0}>
      {earlier > 0 && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
          {t('activity.earlier', { count: earlier })}
        </Button>
      )}
      <ol className="flex flex-col gap-2.5 pt-1.5">
        {deeds.slice(earlier).map((deed) => (
          <Done key={deed.id} deed={deed} />
        ))}
      </ol>
    </Section>
  )
}

function Done({ deed: { actor, at, records } }: { deed: Deed }) {
  const { t, i18n } = useTranslation()
  const name = actor?.display_name ?? t('workItems.unknownPerson')
  const whole = new Date(at).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <li className="flex gap-2 text-sm leading-[1.5] text-soft">
      <Avatar
        id={actor?.id ?? ''}
        name={name}
        src={actor?.avatar_url ?? null}
        size="xs"
        decorative
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {records.map((record, nth) => (
          <p key={record.id} dir="auto">
            {nth === 0 && <span className="font-medium text-text">{name} </span>}
            {activityWords(record)}
            {nth === 0 && (
              <span className="text-faint">
                {' · '}
                <time dateTime={at} title={whole}>
                  {timeAgo(at, i18n.language)}
                </time>
              </span>
            )}
          </p>
        ))}
      </div>
    </li>
  )
}
