import { useAtomValue } from 'jotai'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StateRow } from '#common/work/states/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { peopleByIdsAtom } from '../../../platform/person/people.ts'
import type { Project } from '../../../platform/sync/tables.ts'
import { Avatar } from '../../../platform/ui/Avatar.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { LabelTag } from '../../../platform/ui/LabelTag.tsx'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { formatItemKey } from '../../work-items/actions.ts'
import { estimateValueText } from '../../work-items/estimates.ts'
import type { MovePreview, MovePreviewNames } from './move-preview.ts'

interface MovePreviewListProps {
  preview: MovePreview
  only: WorkItemRow | undefined
  to: Project
}

/** Lists what changes in the items when they are moved to another project, property by property. */
export function MovePreviewList({ preview, only, to }: MovePreviewListProps) {
  const { t } = useTranslation()
  const { items, below, labels, assignees, subscribers, parents, cycles, modules, estimates } = preview
  const [moved] = items
  return (
    <>
      <dl className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-y-3 leading-5">
        <Row name={t('move.key')}>
          {only && moved ? (
            <span className="flex flex-wrap items-center gap-x-1.5 tabular">
              {formatItemKey(only)} <Becomes /> {formatItemKey(moved)}
            </span>
          ) : (
            t('move.keys', { project: to.identifier })
          )}
          <Note>{t('move.oldKeys', { count: items.length })}</Note>
        </Row>
        {below > 0 && <Row name={t('move.below')}>{t('move.belowGo', { count: below })}</Row>}
        <Row name={t('properties.state')}>
          <States preview={preview} />
        </Row>
        {hasAny(labels) && (
          <Row name={t('properties.labels')}>
            <Line words={t('move.kept')}>
              <Labels counted={labels.kept} />
            </Line>
            <Line words={t('move.dropped')} note={t('move.noSuchLabel', { project: to.name })}>
              <Labels counted={labels.dropped} isGone />
            </Line>
            <Line words={t('move.regained')}>
              <Labels counted={labels.regained} />
            </Line>
          </Row>
        )}
        {hasAny(assignees) && (
          <Row name={t('properties.assignees')}>
            <People {...assignees} project={to.name} />
          </Row>
        )}
        {(subscribers.dropped.length > 0 || subscribers.regained.length > 0) && (
          <Row name={t('followers.title')}>
            <People {...subscribers} kept={[]} project={to.name} />
          </Row>
        )}
        <Planned name={t('properties.cycle')} {...cycles} nameOf={cycleName} project={to.name} />
        <Planned name={t('properties.modules')} {...modules} nameOf={moduleName} project={to.name} />
        <Planned name={t('properties.estimate')} {...estimates} nameOf={estimateName} project={to.name} />
        {(parents.dropped.length > 0 || parents.regained.length > 0) && (
          <Row name={t('properties.parent')}>
            <Parents counted={parents.dropped} words="noLongerPart" />
            <Parents counted={parents.regained} words="partAgain" />
          </Row>
        )}
      </dl>
      <p className="mt-4 text-sm text-faint">{t('move.goesAlong')}</p>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-faint">{name}</dt>
      <dd className="flex min-w-0 flex-col gap-1.5">{children}</dd>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <span className="text-sm text-faint">{children}</span>
}

function Becomes() {
  const { t } = useTranslation()
  return <ArrowRight role="img" aria-label={t('move.becomes')} className="size-3.5 shrink-0 text-faint" />
}

/** States with the same name are shown as unchanged, although their ids differ between projects. */
function States({ preview }: { preview: MovePreview }) {
  const { t } = useTranslation()
  useAtomValue(tables.states.allAtom)
  const total = preview.states.reduce((sum, { count }) => sum + count, 0)
  const changes = preview.states.flatMap(({ from, to, count }) => {
    const [before, after] = [tables.states.get(from), tables.states.get(to)]
    if (!before || !after || isSameName(before, after)) return []
    return [{ before, after, count }]
  })
  const staying = total - changes.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {changes.map(({ before, after, count }) => (
        <span key={`${before.id} ${after.id}`} className="flex flex-wrap items-center gap-x-1.5">
          <State state={before} /> <Becomes /> <State state={after} />
          {total > 1 && <Count count={count} />}
        </span>
      ))}
      {staying > 0 && (
        <span className="text-soft">
          {total === 1 || changes.length === 0
            ? t('move.stateStays', { count: total })
            : t('move.statesStay', { count: staying })}
        </span>
      )}
    </>
  )
}

function isSameName(one: StateRow, other: StateRow): boolean {
  return one.name.toLocaleLowerCase() === other.name.toLocaleLowerCase()
}

function State({ state }: { state: StateRow }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <StateIcon group={state.group} color={state.color} size={14} />
      <span dir="auto" className="truncate">
        {state.name}
      </span>
    </span>
  )
}

function Count({ count }: { count: number }) {
  const { t } = useTranslation()
  return <span className="text-sm text-faint tabular">{t('move.ofItems', { count })}</span>
}

interface LineProps {
  words: string
  note?: string
  children: ReactNode
}

/**
 * Shows values that the items keep, lose, or get back when they are moved. CSS hides the line if its list is empty.
 */
function Line({ words, note, children }: LineProps) {
  return (
    <div className="flex items-baseline gap-2 has-[ul:empty]:hidden">
      <span className="w-17 shrink-0 text-sm text-soft">{words}</span>
      <div className="flex min-w-0 flex-col gap-1">
        {children}
        {note && <Note>{note}</Note>}
      </div>
    </div>
  )
}

function Labels({ counted, isGone }: { counted: MovePreviewNames; isGone?: boolean }) {
  useAtomValue(tables.labels.allAtom)
  return (
    <ul className="flex min-w-0 flex-wrap gap-1">
      {counted.map(({ id, count }) => {
        const label = tables.labels.get(id)
        return (
          label && (
            <li key={id} className="inline-flex min-w-0 items-center gap-1">
              <LabelTag
                name={label.name}
                color={label.color}
                {...(isGone && { className: 'line-through decoration-danger' })}
              />
              {count > 1 && <Count count={count} />}
            </li>
          )
        )
      })}
    </ul>
  )
}

function People({ kept, dropped, regained, project }: MovePreview['assignees'] & { project: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Line words={t('move.kept')}>
        <Names counted={kept} />
      </Line>
      <Line words={t('move.dropped')} note={t('move.notThere', { project })}>
        <Names counted={dropped} isGone />
      </Line>
      <Line words={t('move.regained')}>
        <Names counted={regained} />
      </Line>
    </>
  )
}

function Names({ counted, isGone }: { counted: MovePreviewNames; isGone?: boolean }) {
  const people = useAtomValue(peopleByIdsAtom(counted.map(({ id }) => id).join(',')))
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
      {people.map(({ id, display_name, avatar_url }) => {
        const count = counted.find((one) => one.id === id)?.count ?? 1
        return (
          <li key={id} className="inline-flex min-w-0 items-center gap-1.5">
            <Avatar id={id} name={displayNameOf({ display_name })} src={avatar_url} size="xs" decorative />
            <span dir="auto" className={cx('truncate', isGone && 'line-through decoration-danger')}>
              {displayNameOf({ display_name })}
            </span>
            {count > 1 && <Count count={count} />}
          </li>
        )
      })}
    </ul>
  )
}

interface PlannedProps {
  name: string
  kept?: MovePreviewNames
  dropped: MovePreviewNames
  regained: MovePreviewNames
  nameOf: (id: string) => string | null
  project: string
}

/**
 * Shows the values of a property that the items keep, lose, or get back when they are moved. Omits values of features
 * that are switched off in the project of the value.
 */
function Planned({ name, kept = [], dropped, regained, nameOf, project }: PlannedProps) {
  const { t } = useTranslation()
  const named = (counted: MovePreviewNames) =>
    counted.flatMap(({ id, count }) => {
      const words = nameOf(id)
      return words === null ? [] : { id, count, words }
    })
  const [stay, go, back] = [named(kept), named(dropped), named(regained)]
  if (stay.length + go.length + back.length === 0) return null
  return (
    <Row name={name}>
      <Line words={t('move.kept')}>
        <Words named={stay} />
      </Line>
      <Line words={t('move.dropped')} note={t('move.notThere', { project })}>
        <Words named={go} isGone />
      </Line>
      <Line words={t('move.regained')}>
        <Words named={back} />
      </Line>
    </Row>
  )
}

interface WordsProps {
  named: readonly { id: string; count: number; words: string }[]
  isGone?: boolean
}

function Words({ named, isGone }: WordsProps) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
      {named.map(({ id, count, words }) => (
        <li key={id} className="inline-flex min-w-0 items-center gap-1.5">
          <span dir="auto" className={cx('truncate', isGone && 'line-through decoration-danger')}>
            {words}
          </span>
          {count > 1 && <Count count={count} />}
        </li>
      ))}
    </ul>
  )
}

function cycleName(id: string): string | null {
  const cycle = tables.cycles.get(id)
  return cycle && tables.projects.get(cycle.project_id)?.cycle_view ? cycle.name : null
}

function moduleName(id: string): string | null {
  const module = tables.modules.get(id)
  return module && tables.projects.get(module.project_id)?.module_view ? module.name : null
}

function estimateName(id: string): string | null {
  const point = tables.estimate_points.get(id)
  const isOn = point && tables.projects.get(point.project_id)?.estimate === point.estimate_id
  return isOn ? estimateValueText(point) : null
}

interface ParentsProps {
  counted: MovePreviewNames
  words: 'noLongerPart' | 'partAgain'
}

/**
 * Shows up to three parents by name. If there are more, or if some are not loaded, only their number is
 * shown.
 */
function Parents({ counted, words }: ParentsProps) {
  const { t } = useTranslation()
  const known = counted.flatMap(({ id }) => tables.work_items.get(id) ?? [])
  const [first] = known
  if (counted.length === 0) return null
  if (counted.length > 3 || first === undefined || known.length < counted.length) {
    const count = counted.reduce((sum, one) => sum + one.count, 0)
    return <span>{t(`move.${words}Of`, { count })}</span>
  }
  return known.map((row) => (
    <span key={row.id} dir="auto">
      {t(`move.${words}`, { key: formatItemKey(row), name: row.name })}
    </span>
  ))
}

function hasAny({ kept, dropped, regained }: MovePreview['labels']): boolean {
  return kept.length + dropped.length + regained.length > 0
}
