import { useAtomValue } from 'jotai'
import { Download, History } from 'lucide-react'
import { useState } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import type { Person } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { exportActivityOfDay } from './export.ts'
import { useActivities } from './use-activities.ts'

const pageSize = 50

/** All visible activities of a user, newest first, with an export by day. */
export function ActivityTab({ person }: { person: Person }) {
  const { t } = useTranslation()
  const { activities, more, ...loaded } = useActivities(person.id, pageSize)
  const canExport = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto" aria-busy={loaded.status === 'loading'}>
      <div className="mx-auto flex w-full max-w-200 flex-col px-gutter py-4">
        {canExport && <ExportDay person={person} />}
        {activities === null && (
          <LoadedContent
            of={loaded}
            skeleton={[1, 2, 3, 4, 5].map((row) => <Skeleton key={row} shape="row" />)}
          />
        )}
        {activities?.length === 0 && (
          <EmptyState
            icon={<History />}
            title={t('profiles.noActivityTitle')}
            text={t('profiles.noActivityText')}
          />
        )}
        <ul>
          {activities?.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ul>
        {more && (
          <Button className="mt-3 self-center" loading={loaded.status === 'loading'} onClick={more}>
            {t('profiles.more')}
          </Button>
        )}
      </div>
    </div>
  )
}

function ExportDay({ person }: { person: Person }) {
  const { t } = useTranslation()
  const today = useAtomValue(todayAtom)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const [day, setDay] = useState(today)
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    if (!(await exportActivityOfDay(person.id, day))) toast.error(t('profiles.exportFailed'))
    setRunning(false)
  }
  return (
    <div className="flex items-center justify-end gap-1.5 pb-3">
      <DatePicker
        label={t('profiles.exportedDay')}
        value={day}
        max={today}
        today={today}
        weekStartsOn={weekStartsOn}
        onChange={(chosen) => setDay(chosen ?? today)}
        trigger={<Button className="tabular">{day}</Button>}
      />
      <Button icon={<Download />} loading={isRunning} onClick={() => void run()}>
        {t('profiles.export')}
      </Button>
    </div>
  )
}
