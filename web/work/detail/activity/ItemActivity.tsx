import { useAtom, useAtomValue } from 'jotai'
import { ListFilter } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { canComment } from '#common/work/comments/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { Composer } from '../../../documents/comments/Composer.tsx'
import { readCommentDraft } from '../../../documents/comments/drafts.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { useProjectActor } from '../../../platform/person/roles.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import { typingPeopleAtom } from '../../../platform/shell/presence.ts'
import { onWorkspaceReload } from '../../../platform/shell/workspace.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { bufferKeysUntilFocus } from '../../../platform/ui/buffer-keys-until-focus.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { LazyList } from '../../../platform/ui/LazyList.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuGroup } from '../../../platform/ui/MenuGroup.tsx'
import { MenuRadio } from '../../../platform/ui/MenuRadio.tsx'
import { Section } from '../../../platform/ui/Section.tsx'
import { createItemCommentActions } from '../../comments/actions.ts'
import { commentThreadsAtom } from '../../comments/atoms.ts'
import { commentsLoadStateAtom, loadComments, loadEarlierComments } from '../../comments/load.ts'
import { activityOrderAtom, type StreamFilter, streamFilterAtom } from '../../comments/preferences.ts'
import { ThreadView } from '../../comments/ThreadView.tsx'
import { usePreviousViewTime } from '../../comments/use-previous-view-time.ts'
import { ActivityGroupLine } from './ActivityGroupLine.tsx'
import { groupActivity } from './activity-groups.ts'
import { itemHistoryAtom, subscribeToItemHistory } from './history.ts'
import { type ActivityStreamEntry, buildActivityStream, findFirstNewStreamEntryId } from './stream.ts'

/** Number of activity groups that are shown before the user requests earlier ones. */
const initialGroups = 10

const idOf = ({ id }: ActivityStreamEntry) => id

/** Returns the estimated height of an entry in pixels, including the gap, before it is rendered. */
const heightOf = (entry: ActivityStreamEntry) => ('thread' in entry ? 106 : 34)

/** Comments and activity of an item, updated live, with a field for a new comment. */
export function ItemActivity({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const linked = useLinkedComment()
  useEffect(() => subscribeToItemHistory({ id, project_id }), [id, project_id])
  useEffect(() => {
    const read = () => loadComments({ id, project_id }, linked)
    void read()
    return onWorkspaceReload(read)
  }, [id, project_id, linked])
  const lastViewed = usePreviousViewTime(id)
  const { status, hasEarlier } = useAtomValue(commentsLoadStateAtom(id))
  const [order] = useAtom(activityOrderAtom)
  const [chosen] = useAtom(streamFilterAtom)
  // A linked comment must be visible, so the setting to hide comments is ignored then.
  const shown = linked !== null && chosen === 'changes' ? 'all' : chosen
  const [showsAll, setShowsAll] = useState(false)
  const threads = useAtomValue(commentThreadsAtom(id))
  const history = useAtomValue(itemHistoryAtom(id))
  const groups = useMemo(() => groupActivity(history ?? []), [history])
  const { entries, hidden } = useMemo(
    () =>
      buildActivityStream(threads, groups, {
        shown,
        order,
        hasEarlier,
        maxGroups: showsAll ? Infinity : initialGroups,
      }),
    [threads, groups, shown, order, hasEarlier, showsAll],
  )
  const newFrom = order === 'oldest' ? findFirstNewStreamEntryId(entries, lastViewed, getMyId()) : null
  useScrollTo(linked, threads.length > 0)
  const mayComment = canComment(useProjectActor(project_id), row)
  const composer = mayComment && shown !== 'changes' && <NewComment row={row} />
  const earlier = (hidden > 0 || (hasEarlier && shown !== 'changes')) && (
    <Button
      size="sm"
      variant="ghost"
      className="self-start"
      onClick={() => {
        setShowsAll(true)
        if (hasEarlier) void loadEarlierComments(row)
      }}
    >
      {hasEarlier ? t('comments.earlier') : t('activity.earlier', { count: hidden })}
    </Button>
  )
  return (
    <Section title={t('activity.title')} action={<StreamOptionsMenu />} isEmpty={false}>
      <div className="flex flex-col gap-2.5 pt-1.5">
        {order === 'newest' && composer}
        {order === 'oldest' && earlier}
        {status === 'error' && (
          <LoadError compact title={t('comments.failed')} onRetry={() => void loadComments(row, linked)} />
        )}
        {entries.length === 0 && <EmptyStream shown={shown} isLoading={status === 'loading'} />}
        <LazyList
          entries={entries}
          keyOf={idOf}
          estimate={heightOf}
          alwaysRendered={
            linked === null ? undefined : entries.find((entry) => containsComment(entry, linked))?.id
          }
          className="flex flex-col gap-2.5"
        >
          {(entry) => (
            <>
              {entry.id === newFrom && <NewSeparator />}
              <EntryView row={row} entry={entry} linked={linked} />
            </>
          )}
        </LazyList>
        {order === 'newest' && earlier}
        <Typing itemId={id} />
        {order === 'oldest' && composer}
      </div>
    </Section>
  )
}

function containsComment(entry: ActivityStreamEntry, comment: string): boolean {
  if ('group' in entry) return false
  const { thread } = entry
  return thread.comment.id === comment || thread.replies.some(({ id }) => id === comment)
}

function EntryView({
  row,
  entry,
  linked,
}: {
  row: WorkItemRow
  entry: ActivityStreamEntry
  linked: string | null
}) {
  if ('thread' in entry) return <ThreadView row={row} thread={entry.thread} linked={linked} />
  return <ActivityGroupLine group={entry.group} />
}

/**
 * A placeholder that becomes an editor when it is activated. Most readers of an item never write, so the editor is not loaded
 * earlier.
 */
function NewComment({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(() => readCommentDraft(row.id) !== '')
  const [isOpenedByUser, setOpenedByUser] = useState(false)
  const field = useRef<HTMLButtonElement>(null)
  const composer = useRef<HTMLDivElement>(null)
  const open = () => {
    const editor = composer.current?.querySelector<HTMLElement>('[role="textbox"]')
    if (editor) return editor.focus()
    bufferKeysUntilFocus()
    setOpenedByUser(true)
    setOpen(true)
  }
  useHotkey('m', open, {
    // The shortcut is disabled in intake, where the same key marks an item as a duplicate.
    enabled: !isIntakeItemInTriage(row),
    group: t('workItems.item'),
    description: t('comments.write'),
  })
  if (!isOpen) {
    return (
      <button
        ref={field}
        data-write
        type="button"
        onClick={open}
        className="min-h-9 rounded-md border border-line bg-raised px-3 text-ui-start text-faint hover:border-line-strong coarse:min-h-touch"
      >
        {t('comments.placeholder')}
      </button>
    )
  }
  return (
    <div ref={composer} className="contents">
      <Composer
        about={row}
        draftKey={row.id}
        label={t('comments.label')}
        placeholder={t('comments.placeholder')}
        sendLabel={t('comments.send')}
        withAccess
        takesFocus={isOpenedByUser}
        onCancel={() => {
          setOpen(false)
          requestAnimationFrame(() => field.current?.focus())
        }}
        onSend={(html, access) => createItemCommentActions(row).say(html, { access })}
      />
    </div>
  )
}

function StreamOptionsMenu() {
  const { t } = useTranslation()
  const [shown, setShown] = useAtom(streamFilterAtom)
  const [order, setOrder] = useAtom(activityOrderAtom)
  return (
    <Menu align="end" trigger={<IconButton size="sm" label={t('activity.options')} icon={<ListFilter />} />}>
      <MenuGroup label={t('activity.show')}>
        <MenuRadio
          value={shown}
          onChange={setShown}
          options={(['all', 'comments', 'changes'] as const).map((value) => ({
            value,
            label: t(`activity.${value}`),
          }))}
        />
      </MenuGroup>
      <MenuGroup label={t('activity.order')}>
        <MenuRadio
          value={order}
          onChange={setOrder}
          options={(['oldest', 'newest'] as const).map((value) => ({ value, label: t(`activity.${value}`) }))}
        />
      </MenuGroup>
    </Menu>
  )
}

function EmptyStream({ shown, isLoading }: { shown: StreamFilter; isLoading: boolean }) {
  const { t } = useTranslation()
  if (shown === 'all' || isLoading) return null
  return (
    <p className="text-faint text-sm">
      {t(shown === 'comments' ? 'activity.noComments' : 'activity.noChanges')}
    </p>
  )
}

/** Separates the entries that are new since the user's last view. */
function NewSeparator() {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-2 text-accent-text text-xs font-medium before:h-px before:flex-1 before:bg-accent-soft after:h-px after:flex-1 after:bg-accent-soft">
      {t('activity.new')}
    </p>
  )
}

/** Shows who else is writing a comment. */
function Typing({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  const users = useAtomValue(tables.users.allAtom)
  const ids = new Set(useAtomValue(typingPeopleAtom(`work_item:${itemId}`)).map(({ user_id }) => user_id))
  ids.delete(getMyId())
  const names = [...ids].map(
    (id) => displayNameOf(users.find((user) => user.id === id)) ?? t('workItems.unknownPerson'),
  )
  const [name = '', other = ''] = names
  const words =
    names.length > 2
      ? t('comments.typingMany')
      : t(other ? 'comments.typingTwo' : 'comments.typingOne', { name, other })
  // The line is always rendered, so that the content below does not jump.
  return (
    <p aria-live="polite" className="min-h-4.5 text-faint text-sm">
      {names.length > 0 && words}
    </p>
  )
}

/** Returns the id of the comment in the URL hash (`#comment-…`). */
function useLinkedComment(): string | null {
  const { hash } = useLocation()
  return /^#comment-([0-9a-f-]{36})$/.exec(hash)?.[1] ?? null
}

/** Scrolls to the linked comment once the comments are loaded. */
function useScrollTo(linked: string | null, isLoaded: boolean): void {
  useEffect(() => {
    if (linked === null || !isLoaded) return
    const frame = requestAnimationFrame(() => {
      const comment = document.getElementById(`comment-${linked}`)
      comment?.scrollIntoView({ block: 'center' })
      comment?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [linked, isLoaded])
}
