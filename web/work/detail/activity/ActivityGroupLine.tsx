import { useTranslation } from '../../../locales/i18n.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { type ActivityGroup, activityTimeTexts } from './activity-groups.ts'
import { describeActivity } from './describe-activity.ts'

/** One group of activity records: who changed what, and when. The time is shown again where it differs. */
export function ActivityGroupLine({ group: { actor, records } }: { group: ActivityGroup }) {
  const { t, i18n } = useTranslation()
  const name = displayNameOf(actor) ?? t('workItems.unknownPerson')
  const times = activityTimeTexts(records, (time) => timeAgo(time, i18n.language))
  const wholeTime = (time: string) =>
    new Date(time).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <div className="flex gap-2 text-sm leading-[1.5] text-soft">
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
            {describeActivity(record)}
            {times[nth] !== null && (
              <span className="text-faint">
                {' · '}
                <time dateTime={record.created_at} title={wholeTime(record.created_at)}>
                  {times[nth]}
                </time>
              </span>
            )}
          </p>
        ))}
      </div>
    </div>
  )
}
