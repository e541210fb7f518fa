import { useAtomValue } from 'jotai'
import {
  ArrowLeft,
  Check,
  ChevronDown,
  ChevronUp,
  Clock,
  Copy,
  MoreHorizontal,
  RotateCcw,
  Trash2,
  X,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { currentIntakeStatus, intakeStatus, isOpenIntakeStatus } from '#common/planning/intake/rules.ts'
import type { IntakeRow } from '#common/planning/intake/schema.ts'
import { canEditIntake, canTriageIntake } from '#common/work/work-items/triage.ts'
import { useTypingPresence } from '../../documents/comments/typing.ts'
import { DocumentSaveStatus } from '../../documents/editor/DocumentSaveStatus.tsx'
import type { DocumentState } from '../../documents/editor/status.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { firstDayOfWeekAtom } from '../../platform/person/me.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { NotLoadedError } from '../../platform/shell/NotLoadedError.tsx'
import { PresenceAvatars } from '../../platform/shell/PresenceAvatars.tsx'
import { usePresence } from '../../platform/shell/presence.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DatePicker } from '../../platform/ui/DatePicker.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { addDays, fromDate } from '../../platform/ui/plain-date.ts'
import { PeekSkeleton } from '../../work/detail/Peek.tsx'
import { useLoadMissingItem } from '../../work/detail/use-load-missing-item.ts'
import { WorkItemDetail } from '../../work/detail/WorkItemDetail.tsx'
import { formatItemKey, getItemPath } from '../../work/work-items/actions.ts'
import { ItemPicker } from '../../work/work-items/ItemPicker.tsx'
import { AcceptTargetPicker } from './AcceptTargetPicker.tsx'
import { type AcceptTarget, decideOnIntake, deleteIntake, type IntakeDecision } from './actions.ts'
import { IntakeAuthor } from './IntakeAuthor.tsx'
import { IntakeStatusBadge } from './IntakeStatusBadge.tsx'

interface IntakeItemProps {
  id: string
  projectId: string
  previous: string | null
  next: string | null
  onOpen: (id: string | null) => void
}

/** The selected item with the buttons to decide on it. A decision opens the next item. */
export function IntakeItem({ id, projectId, previous, next, onOpen }: IntakeItemProps) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.intake_issues.rowAtom(id))
  const item = useAtomValue(tables.work_items.rowAtom(id))
  const missing = useLoadMissingItem(id, projectId, item)
  const viewers = usePresence(`work_item:${id}`, useTypingPresence(id))
  const [document, setDocument] = useState<DocumentState>({ status: 'connecting', reason: null })
  return (
    <section aria-label={item?.name ?? t('intake.title')} className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <IconButton
          className="md:hidden"
          label={t('intake.back')}
          icon={<ArrowLeft />}
          onClick={() => onOpen(null)}
        />
        <IconButton
          label={t('intake.previous')}
          keys="k"
          icon={<ChevronUp />}
          disabled={previous === null}
          onClick={() => onOpen(previous)}
        />
        <IconButton
          label={t('intake.next')}
          keys="j"
          icon={<ChevronDown />}
          disabled={next === null}
          onClick={() => onOpen(next)}
        />
        {item && <span className="text-faint tabular">{formatItemKey(item)}</span>}
        {row && (
          <IntakeStatusBadge status={currentIntakeStatus(row, Date.now())} snoozedTill={row.snoozed_till} />
        )}
        <span className="ms-auto flex items-center gap-2">
          <DocumentSaveStatus {...document} />
          <PresenceAvatars people={viewers} />
        </span>
        {row && item && (
          <span className="flex items-center gap-2 empty:hidden max-md:w-full">
            <Decisions row={row} onDone={() => onOpen(next ?? previous)} />
          </span>
        )}
      </header>
      <div data-takes-files className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-180 flex-col gap-4 px-5 py-6 sm:px-8">
          {row?.duplicate_to && <Original id={row.duplicate_to} projectId={projectId} />}
          {item && row ? (
            <>
              <IntakeAuthor {...row} />
              <WorkItemDetail row={item} onStatus={setDocument} />
            </>
          ) : missing.status === 'error' ? (
            <NotLoadedError onRetry={missing.retry} />
          ) : missing.status === 'gone' ? (
            <NotFoundState
              title={t('workItems.goneTitle')}
              text={t('workItems.goneText')}
              action={<Button onClick={() => onOpen(null)}>{t('intake.back')}</Button>}
            />
          ) : (
            <PeekSkeleton />
          )}
        </div>
      </div>
    </section>
  )
}

const noDecision = { snoozed_till: null, duplicate_to: null }

/** The decisions that this user may take, as buttons and keyboard shortcuts. */
function Decisions({ row, onDone }: { row: IntakeRow; onDone: () => void }) {
  const { t } = useTranslation()
  const actor = useProjectActor(row.project_id)
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const [openPicker, setOpenPicker] = useState<'snooze' | 'duplicate' | null>(null)
  const duplicateButton = useRef<HTMLButtonElement>(null)
  const status = currentIntakeStatus(row, Date.now())
  const mayTriage = canTriageIntake(actor)
  const mayDecide = mayTriage && isOpenIntakeStatus(status)
  const decideAndContinue = (decision: IntakeDecision, into?: AcceptTarget) => {
    void decideOnIntake(row, decision, into)
    onDone()
  }
  const keys = { enabled: mayDecide, group: t('intake.title') }
  const accept = (into?: AcceptTarget) =>
    decideAndContinue({ ...noDecision, status: intakeStatus.accepted }, into)
  const decline = () => decideAndContinue({ ...noDecision, status: intakeStatus.declined })
  useHotkey('a', () => accept(), { ...keys, description: t('intake.accept') })
  useHotkey('d', decline, { ...keys, description: t('intake.decline') })
  useHotkey('h', () => setOpenPicker('snooze'), { ...keys, description: t('intake.snooze') })
  useHotkey('m', () => setOpenPicker('duplicate'), { ...keys, description: t('intake.duplicate') })
  const today = fromDate(new Date())
  const isDeletable = status !== intakeStatus.accepted && canEditIntake(actor, row)
  return (
    <>
      {mayDecide && (
        <>
          <Button variant="primary" icon={<Check />} keys="a" onClick={() => accept()}>
            {t('intake.accept')}
          </Button>
          <AcceptTargetPicker projectId={row.project_id} onChoose={accept} />
          <Button icon={<X />} keys="d" onClick={decline}>
            {t('intake.decline')}
          </Button>
          <DatePicker
            label={t('intake.snooze')}
            value={null}
            min={addDays(today, 1)}
            today={today}
            weekStartsOn={weekStartsOn}
            open={openPicker === 'snooze'}
            onOpenChange={(open) => setOpenPicker(open ? 'snooze' : null)}
            onChange={(day) => {
              if (day === null) return
              // The snooze ends at 9 a.m. on that day in the time zone of the browser.
              const snoozed_till = new Date(`${day}T09:00`).toISOString()
              decideAndContinue({ ...noDecision, status: intakeStatus.snoozed, snoozed_till })
            }}
            trigger={
              <Button icon={<Clock />} keys="h">
                <span className="max-sm:sr-only">{t('intake.snooze')}</span>
              </Button>
            }
          />
          <Button ref={duplicateButton} icon={<Copy />} keys="m" onClick={() => setOpenPicker('duplicate')}>
            <span className="max-sm:sr-only">{t('intake.duplicate')}</span>
          </Button>
          {openPicker === 'duplicate' && (
            <ItemPicker
              item={row}
              searchQuery={noRestrictions}
              label={t('intake.pickOriginal')}
              emptyText={t('intake.noOriginal')}
              anchor={duplicateButton.current}
              onPick={({ id }) =>
                decideAndContinue({ ...noDecision, status: intakeStatus.duplicate, duplicate_to: id })
              }
              onClose={() => setOpenPicker(null)}
            />
          )}
        </>
      )}
      {mayTriage && status !== intakeStatus.pending && (
        <Button
          icon={<RotateCcw />}
          onClick={() => void decideOnIntake(row, { ...noDecision, status: intakeStatus.pending })}
        >
          {t('intake.reopen')}
        </Button>
      )}
      {isDeletable && (
        <Menu align="end" trigger={<IconButton label={t('intake.more_actions')} icon={<MoreHorizontal />} />}>
          <MenuItem
            danger
            icon={<Trash2 />}
            onSelect={() => {
              void deleteIntake(row)
              onDone()
            }}
          >
            {t('intake.delete')}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}

const noRestrictions = {}

/** A link to the original of a duplicate. Renders nothing if the user cannot see the original. */
function Original({ id, projectId }: { id: string; projectId: string }) {
  const { t } = useTranslation()
  const item = useAtomValue(tables.work_items.rowAtom(id))
  useLoadMissingItem(id, projectId, item)
  if (item === undefined) return null
  return (
    <Link to={getItemPath(item)} className="rounded-md bg-sunken px-3 py-2 text-soft hover:text-text">
      {t('intake.duplicateOf', { key: formatItemKey(item), name: item.name })}
    </Link>
  )
}
