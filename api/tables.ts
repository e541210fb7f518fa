import type { InferKyselyDB } from '@mikro-orm/postgresql'
import { AttachmentEntity, FileAssetEntity, FileUseEntity } from './documents/files/entity.ts'
import {
  ItemVersionEntity,
  ItemVersionTextEntity,
  PageVersionEntity,
  PageVersionTextEntity,
} from './documents/versions/entity.ts'
import { ApiTokenEntity } from './identity/api-tokens/entity.ts'
import { MailedSecretEntity, SessionEntity, SignInChallengeEntity } from './identity/sign-in/entity.ts'
import {
  LinkedAccountEntity,
  OfferedAccountEntity,
  ProviderSignInEntity,
} from './identity/sign-in/providers/entity.ts'
import {
  PasskeyChallengeEntity,
  PasskeyEntity,
  RecoveryCodeEntity,
  TotpFactorEntity,
} from './identity/sign-in/two-factor/entity.ts'
import { ProfileEntity, UserEntity } from './identity/users/entity.ts'
import { InstanceAdminEntity } from './identity/users/instance-admins.ts'
import { ServiceAccountEntity } from './identity/users/service-accounts.ts'
import { InstanceEntity, InstanceSettingEntity } from './operation/instance/entity.ts'
import { AuditRecordEntity } from './organization/audit/entity.ts'
import { FavoriteEntity } from './organization/favorites/entity.ts'
import {
  FormerProjectIdentifierEntity,
  ProjectEntity,
  ProjectMemberEntity,
} from './organization/projects/entity.ts'
import { TeamActivityEntity, TeamspaceEntity } from './organization/teamspaces/entity.ts'
import {
  WorkspaceEntity,
  WorkspaceInviteEntity,
  WorkspaceMemberEntity,
} from './organization/workspaces/entity.ts'
import { WorkspaceThemeEntity } from './organization/workspaces/theme-entity.ts'
import { PageCommentEntity } from './pages/page-comments/entity.ts'
import { PageImportEntity, PageImportNoteEntity } from './pages/page-imports/entity.ts'
import { PageEntity } from './pages/pages/entity.ts'
import { PageLinkEntity } from './pages/pages/links/entity.ts'
import { PageWatchEntity } from './pages/pages/watch-entity.ts'
import { RecentVisitEntity } from './pages/recent-visits/entity.ts'
import { TemplateEntity } from './pages/templates/entity.ts'
import { HomeWidgetEntity } from './personal/home-dashboard/entity.ts'
import {
  NotificationEntity,
  NotificationPreferencesEntity,
  NotificationReceiptEntity,
} from './personal/notifications/entity.ts'
import { PushDeviceEntity } from './personal/notifications/push/entity.ts'
import { HomePreferenceEntity, SidebarPreferenceEntity } from './personal/preferences/entity.ts'
import { QuickLinkEntity } from './personal/quick-links/entity.ts'
import { StickyEntity } from './personal/stickies/entity.ts'
import { CycleBreakdownEntity, CycleDailyStatsEntity, CycleEntity } from './planning/cycles/entity.ts'
import { DashboardEntity } from './planning/dashboards/entity.ts'
import { EpicSubItemCountEntity, EpicUpdateEntity, WorkItemTypeEntity } from './planning/epics/entity.ts'
import { EstimateEntity, EstimatePointEntity } from './planning/estimates/entity.ts'
import { IntakeEntity } from './planning/intake/entity.ts'
import { ModuleBreakdownEntity, ModuleDailyStatsEntity, ModuleEntity } from './planning/modules/entity.ts'
import { ProjectUpdateEntity } from './planning/project-updates/entity.ts'
import { ProjectSequenceEntity } from './platform/db/entity.ts'
import {
  ChangeEntity,
  FeedCursorEntity,
  FeedReaderEntity,
  IdempotencyRecordEntity,
  WorkspaceVersionEntity,
} from './platform/feed/entity.ts'
import { JobFailureEntity } from './platform/jobs/entity.ts'
import { CalendarFeedEntity } from './sharing/calendar-feeds/entity.ts'
import { ExportEntity } from './sharing/exports/entity.ts'
import {
  ImportedItemEntity,
  ItemImportEntity,
  ItemImportResultEntity,
} from './sharing/item-imports/entity.ts'
import { PublicMemberEntity } from './sharing/publish/entity.ts'
import { WebhookEntity, WebhookLogEntity } from './sharing/webhooks/entity.ts'
import { WorkspaceExportEntity } from './sharing/workspace-exports/entity.ts'
import { ActivityEntity } from './work/activities/entity.ts'
import { CommentEntity } from './work/comments/entity.ts'
import {
  GitConnectionEntity,
  GitDeliveryEntity,
  GithubAuthorizationEntity,
  GitReferenceEntity,
} from './work/git/entity.ts'
import { GitIssueCommentEntity, GitIssueEntity } from './work/git/issues/entity.ts'
import { LabelEntity } from './work/labels/entity.ts'
import { LinkEntity } from './work/links/entity.ts'
import { ReactionEntity } from './work/reactions/entity.ts'
import { VoteEntity } from './work/reactions/votes/entity.ts'
import { RelationEntity } from './work/relations/entity.ts'
import { ReminderEntity } from './work/reminders/entity.ts'
import { StateEntity } from './work/states/entity.ts'
import { UserPropertiesEntity } from './work/user-properties/entity.ts'
import { DeployBoardEntity } from './work/views/deploy-board.ts'
import { ViewEntity } from './work/views/entity.ts'
import { DraftEntity } from './work/work-items/drafts/entity.ts'
import { FormerItemKeyEntity, WorkItemEntity } from './work/work-items/entity.ts'
import { TimerEntity, WorklogEntity, WorklogTotalEntity } from './work/worklogs/entity.ts'

export const databaseEntities = [
  UserEntity,
  ProfileEntity,
  SessionEntity,
  MailedSecretEntity,
  SignInChallengeEntity,
  TotpFactorEntity,
  RecoveryCodeEntity,
  PasskeyEntity,
  PasskeyChallengeEntity,
  LinkedAccountEntity,
  ProviderSignInEntity,
  OfferedAccountEntity,
  ApiTokenEntity,
  ServiceAccountEntity,
  WebhookEntity,
  WebhookLogEntity,
  InstanceEntity,
  InstanceAdminEntity,
  InstanceSettingEntity,
  JobFailureEntity,
  WorkspaceEntity,
  WorkspaceMemberEntity,
  WorkspaceInviteEntity,
  WorkspaceThemeEntity,
  WorkspaceVersionEntity,
  ProjectEntity,
  ProjectMemberEntity,
  DeployBoardEntity,
  PublicMemberEntity,
  FormerProjectIdentifierEntity,
  ProjectSequenceEntity,
  TeamspaceEntity,
  TeamActivityEntity,
  StateEntity,
  LabelEntity,
  CycleEntity,
  DashboardEntity,
  CycleDailyStatsEntity,
  CycleBreakdownEntity,
  ModuleEntity,
  ModuleDailyStatsEntity,
  ModuleBreakdownEntity,
  EstimateEntity,
  EstimatePointEntity,
  WorkItemTypeEntity,
  WorkItemEntity,
  EpicSubItemCountEntity,
  EpicUpdateEntity,
  ProjectUpdateEntity,
  FormerItemKeyEntity,
  WorklogEntity,
  WorklogTotalEntity,
  TimerEntity,
  ReminderEntity,
  IntakeEntity,
  RelationEntity,
  LinkEntity,
  GitConnectionEntity,
  GitDeliveryEntity,
  GitReferenceEntity,
  GithubAuthorizationEntity,
  GitIssueEntity,
  GitIssueCommentEntity,
  ReactionEntity,
  VoteEntity,
  ActivityEntity,
  CommentEntity,
  ItemVersionEntity,
  ItemVersionTextEntity,
  PageVersionEntity,
  PageVersionTextEntity,
  PageLinkEntity,
  PageCommentEntity,
  FileAssetEntity,
  FileUseEntity,
  AttachmentEntity,
  UserPropertiesEntity,
  ViewEntity,
  PageEntity,
  PageWatchEntity,
  PageImportEntity,
  PageImportNoteEntity,
  ItemImportEntity,
  ItemImportResultEntity,
  ImportedItemEntity,
  DraftEntity,
  TemplateEntity,
  NotificationEntity,
  NotificationReceiptEntity,
  NotificationPreferencesEntity,
  PushDeviceEntity,
  FavoriteEntity,
  CalendarFeedEntity,
  ExportEntity,
  WorkspaceExportEntity,
  QuickLinkEntity,
  StickyEntity,
  HomePreferenceEntity,
  HomeWidgetEntity,
  SidebarPreferenceEntity,
  RecentVisitEntity,
  ChangeEntity,
  FeedReaderEntity,
  FeedCursorEntity,
  IdempotencyRecordEntity,
  AuditRecordEntity,
]

type AllTables = InferKyselyDB<(typeof databaseEntities)[number], { columnNamingStrategy: 'property' }>

declare module './platform/db/tables.ts' {
  interface Tables extends AllTables {}
}
