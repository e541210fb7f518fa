import { Webhooks } from './0064-webhooks.ts'
import { Baseline } from './0070-push.ts'
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
  Baseline,
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
