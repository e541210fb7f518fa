import { Foundation } from './0001-foundation.ts'
import { Documents } from './0002-documents.ts'
import { Listing } from './0003-listing.ts'
import { Relations } from './0004-relations.ts'
import { ListIndex } from './0005-list-index.ts'
import { Mentions } from './0006-mentions.ts'
import { Views } from './0007-views.ts'
import { GroupIndex } from './0008-group-index.ts'
import { DerivedUpdates } from './0009-derived-updates.ts'
import { Emoji } from './0010-emoji.ts'
import { Invitations } from './0011-invitations.ts'
import { RelationEnds } from './0012-relation-ends.ts'
import { Profiles } from './0013-profiles.ts'
import { NameIndex } from './0014-name-index.ts'
import { NewestIndex } from './0015-newest-index.ts'
import { OldFields } from './0016-old-fields.ts'
import { FeedReaders } from './0017-feed-readers.ts'
import { CompletedIndex } from './0020-completed-index.ts'
import { AnsweredWrites } from './0021-answered-writes.ts'
import { QuickLinks } from './0024-quick-links.ts'
import { RecentVisits } from './0025-recent-visits.ts'
import { FormerKeys } from './0026-former-keys.ts'
import { Activities } from './0027-activities.ts'
import { Files } from './0028-files.ts'
import { Links } from './0030-links.ts'
import { Reactions } from './0031-reactions.ts'
import { Drafts } from './0032-drafts.ts'
import { Comments } from './0033-comments.ts'
import { CommentReactions } from './0034-comment-reactions.ts'
import { FileUses } from './0035-file-uses.ts'
import { DescriptionVersions } from './0036-description-versions.ts'
import { Trash } from './0038-trash.ts'
import { Templates } from './0039-templates.ts'
import { Cycles } from './0040-cycles.ts'
import { Intake } from './0043-intake.ts'
import { Modules } from './0044-modules.ts'
import { Estimates } from './0045-estimates.ts'
import { PointsInFigures } from './0046-points-in-figures.ts'
import { PointsTakenBack } from './0046-points-taken-back.ts'
import { Worklogs } from './0047-worklogs.ts'
import { Epics } from './0048-epics.ts'
import { Favorites } from './0050-favorites.ts'
import { AutomaticCycles } from './0051-automatic-cycles.ts'
import { Notifications } from './0052-notifications.ts'
import { Search } from './0054-search.ts'
import { ShortEntries } from './0055-short-entries.ts'
import { Stickies } from './0056-stickies.ts'
import { Home } from './0057-home.ts'
import { ApiTokens } from './0059-api-tokens.ts'
import { ViewsSwitch } from './0060-views-switch.ts'
import { DueReminders } from './0061-due-reminders.ts'
import { Webhooks } from './0064-webhooks.ts'
import { NotificationReceipts } from './0066-notification-receipts.ts'
import { Account } from './0067-account.ts'
import { FirstScreen } from './0068-first-screen.ts'
import { Push } from './0070-push.ts'
import { Audit } from './0071-audit.ts'
import { InstanceSettings } from './0072-instance-settings.ts'
import { JobFailures } from './0073-job-failures.ts'
import { SecondFactor } from './0074-second-factor.ts'
import { Passkeys } from './0075-passkeys.ts'
import { Providers } from './0076-providers.ts'
import { ProjectSettings } from './0078-project-settings.ts'
import { Publish } from './0079-publish.ts'
import { DeletedAccounts } from './0080-deleted-accounts.ts'
import { ExportsSeenWhole } from './0081-exports-seen-whole.ts'
import { PublicFeedback } from './0082-public-feedback.ts'
import { Votes } from './0083-votes.ts'
import { PublishedViews } from './0084-published-views.ts'
import { PageComments } from './0085-page-comments.ts'
import { ExportsComments } from './0086-exports-comments.ts'
import { PageVersions } from './0087-page-versions.ts'
import { PageTree } from './0088-page-tree.ts'
import { PageCommentMails } from './0089-page-comment-mails.ts'
import { PageLinks } from './0090-page-links.ts'
import { PageImports } from './0091-page-imports.ts'
import { PageLabels } from './0092-page-labels.ts'
import { PageTemplates } from './0093-page-templates.ts'
import { WorkspacePages } from './0095-workspace-pages.ts'
import { WorkspaceTemplates } from './0100-workspace-templates.ts'
import { WorkspaceImports } from './0101-workspace-imports.ts'
import { PageNotifications } from './0102-page-notifications.ts'
import { RemovedMembers } from './0103-removed-members.ts'
import { InstanceAddress } from './0104-instance-address.ts'
import { ArchivedFound } from './0105-archived-found.ts'
import { CycleEnds } from './0106-cycle-ends.ts'
import { CommentEdits } from './0108-comment-edits.ts'
import { CycleMovedOn } from './0109-cycle-moved-on.ts'

/** In order of application; a migration that has landed is never changed. */
export const migrations = [
  Foundation,
  Documents,
  Listing,
  Relations,
  ListIndex,
  Mentions,
  Views,
  GroupIndex,
  DerivedUpdates,
  Emoji,
  Invitations,
  RelationEnds,
  Profiles,
  NameIndex,
  NewestIndex,
  OldFields,
  FeedReaders,
  CompletedIndex,
  AnsweredWrites,
  QuickLinks,
  RecentVisits,
  FormerKeys,
  Activities,
  Files,
  Links,
  Reactions,
  Drafts,
  Comments,
  CommentReactions,
  FileUses,
  DescriptionVersions,
  Trash,
  Templates,
  Cycles,
  Intake,
  Modules,
  Estimates,
  PointsInFigures,
  PointsTakenBack,
  Worklogs,
  Epics,
  Favorites,
  AutomaticCycles,
  Notifications,
  Search,
  ShortEntries,
  Stickies,
  Home,
  ApiTokens,
  ViewsSwitch,
  DueReminders,
  NotificationReceipts,
  Account,
  FirstScreen,
  Push,
  Webhooks,
  Audit,
  InstanceSettings,
  Providers,
  ProjectSettings,
  JobFailures,
  SecondFactor,
  Publish,
  Passkeys,
  DeletedAccounts,
  ExportsSeenWhole,
  PublicFeedback,
  Votes,
  PublishedViews,
  PageTree,
  ExportsComments,
  PageVersions,
  PageLinks,
  PageComments,
  PageCommentMails,
  PageImports,
  PageTemplates,
  WorkspacePages,
  PageLabels,
  WorkspaceTemplates,
  WorkspaceImports,
  PageNotifications,
  RemovedMembers,
  InstanceAddress,
  ArchivedFound,
  CycleEnds,
  CommentEdits,
  CycleMovedOn,
]
