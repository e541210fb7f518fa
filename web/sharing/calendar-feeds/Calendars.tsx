import {
  Box,
  CalendarDays,
  CircleUserRound,
  FolderKanban,
  IterationCw,
  Layers,
  Plus,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import type { CalendarFeedKind } from '#common/sharing/calendar-feeds/rules.ts'
import type { CalendarFeed } from '#common/sharing/calendar-feeds/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { AccountScreen } from '../../platform/shell/AccountScreen.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { NewCalendarAddress } from './NewCalendarAddress.tsx'

/** Screen `/{slug}/settings/profile/calendars` with the user's calendar addresses. */
export function Calendars() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [feeds, setFeeds] = useState<CalendarFeed[]>([])
  const [workspaces, setWorkspaces] = useState<WorkspaceResponse[]>([])
  const [isCreating, setCreating] = useState(false)
  const [deleted, setDeleted] = useState<CalendarFeed | null>(null)
  const read = useCallback(async () => {
    const [all, own] = await Promise.all([request('listCalendarFeeds', {}), request('listMyWorkspaces', {})])
    setFeeds(all)
    setWorkspaces(own)
  }, [])
  const loaded = useLoadState(read)

  async function remove(feed: CalendarFeed): Promise<void> {
    try {
      await request('deleteCalendarFeed', { params: { calendar_feed_id: feed.id } })
      setFeeds((all) => all.filter(({ id }) => id !== feed.id))
      setDeleted(null)
    } catch (error) {
      toast.error(errorMessage(error))
      throw error
    }
  }

  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t('calendars.make')}
    </Button>
  )
  return (
    <AccountScreen>
      <SettingsSection
        title={t('calendars.title')}
        text={t('calendars.text')}
        action={feeds.length > 0 && add}
      >
        <LoadedContent of={loaded}>
          {feeds.length === 0 && (
            <EmptyState
              icon={<CalendarDays />}
              title={t('calendars.emptyTitle')}
              text={t('calendars.empty')}
              action={add}
            />
          )}
        </LoadedContent>
        {feeds.length > 0 && (
          <ul className="flex flex-col" aria-label={t('calendars.title')}>
            {feeds.map((feed) => (
              <FeedLine
                key={feed.id}
                feed={feed}
                workspace={workspaces.find(({ id }) => id === feed.workspace)?.name}
                onDelete={() => setDeleted(feed)}
              />
            ))}
          </ul>
        )}
      </SettingsSection>
      {isCreating && (
        <NewCalendarAddress
          target={null}
          onCreated={(feed) => setFeeds((all) => [feed, ...all])}
          onClose={() => setCreating(false)}
        />
      )}
      <AlertDialog
        open={deleted !== null}
        onOpenChange={(open) => !open && setDeleted(null)}
        title={t('calendars.deleteTitle', { ending: deleted?.ending ?? '' })}
        text={t('calendars.deleteText')}
        confirmLabel={t('calendars.delete')}
        danger
        onConfirm={() => deleted && remove(deleted)}
      />
    </AccountScreen>
  )
}

const icons: Record<CalendarFeedKind, ReactNode> = {
  assigned: <CircleUserRound />,
  project: <FolderKanban />,
  view: <Layers />,
  cycle: <IterationCw />,
  module: <Box />,
}

interface FeedLineProps {
  feed: CalendarFeed
  /** Name of the workspace, if the user is still a member. */
  workspace: string | undefined
  onDelete: () => void
}

function FeedLine({ feed, workspace, onDelete }: FeedLineProps) {
  const { t, i18n } = useTranslation()
  const { kind, name, ending, last_used } = feed
  const title = name === null ? t('calendars.gone') : kind === 'assigned' ? t('calendars.assigned') : name
  const facts = [
    ...(workspace === undefined ? [] : [workspace]),
    last_used === null
      ? t('calendars.neverUsed')
      : t('calendars.lastUsed', { ago: timeAgo(last_used, i18n.language) }),
  ]
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <span className="mt-0.5 shrink-0 text-icon-faint [&>svg]:size-4" aria-hidden>
        {icons[kind]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <span
            dir="auto"
            className={name === null ? 'truncate font-medium text-soft' : 'truncate font-medium'}
          >
            {title}
          </span>
          <code className="shrink-0 text-faint text-sm">…{ending}</code>
        </p>
        <p className="text-soft text-sm">{facts.join(' · ')}</p>
      </div>
      <IconButton label={t('calendars.deleteTitle', { ending })} icon={<Trash2 />} onClick={onDelete} />
    </li>
  )
}
