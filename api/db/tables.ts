import type { InferKyselyDB } from '@mikro-orm/postgresql'
import { ActivityEntity } from '../activities/entity.ts'
import { ApiTokenEntity } from '../api-tokens/entity.ts'
import { AttachmentEntity, FileAssetEntity, FileUseEntity } from '../assets/entity.ts'
import { AuditRecordEntity } from '../audit/entity.ts'
import { MailedSecretEntity, SessionEntity, SignInChallengeEntity } from '../auth/entity.ts'
import { CommentEntity } from '../comments/entity.ts'
import { CycleDayEntity, CycleEntity, CycleShareEntity } from '../cycles/entity.ts'
import { DraftEntity } from '../drafts/entity.ts'
import { EpicCountEntity, EpicUpdateEntity, WorkItemTypeEntity } from '../epics/entity.ts'
import { EstimateEntity, EstimatePointEntity } from '../estimates/entity.ts'
import { ExportEntity } from '../exports/entity.ts'
import { FavoriteEntity } from '../favorites/entity.ts'
import {
  AnsweredWriteEntity,
  ChangeEntity,
  FeedCursorEntity,
  FeedReaderEntity,
  WorkspaceVersionEntity,
} from '../feed/entity.ts'
import { InstanceAdminEntity, InstanceEntity, InstanceSettingEntity } from '../instance/entity.ts'
import { IntakeEntity } from '../intake/entity.ts'
import { JobFailureEntity } from '../jobs/entity.ts'
import { LabelEntity } from '../labels/entity.ts'
import { LinkEntity } from '../links/entity.ts'
import { ModuleDayEntity, ModuleEntity, ModuleShareEntity } from '../modules/entity.ts'
import {
  NotificationEntity,
  NotificationPreferencesEntity,
  NotificationReceiptEntity,
} from '../notifications/entity.ts'
import { PageCommentEntity } from '../page-comments/entity.ts'
import { PageImportEntity, PageImportNoteEntity } from '../page-imports/entity.ts'
import { PageLinkEntity } from '../page-links/entity.ts'
import { PageEntity } from '../pages/entity.ts'
import { HomePreferenceEntity, SidebarPreferenceEntity } from '../preferences/entity.ts'
import { FormerIdentifierEntity, ProjectEntity, ProjectMemberEntity } from '../projects/entity.ts'
import { LinkedAccountEntity, OfferedAccountEntity, ProviderSignInEntity } from '../providers/entity.ts'
import { DeployBoardEntity, PublicMemberEntity } from '../publish/entity.ts'
import { PushDeviceEntity } from '../push/entity.ts'
import { QuickLinkEntity } from '../quick-links/entity.ts'
import { ReactionEntity } from '../reactions/entity.ts'
import { RecentVisitEntity } from '../recent-visits/entity.ts'
import { RelationEntity } from '../relations/entity.ts'
import {
  PasskeyEntity,
  PasskeyQuestionEntity,
  RecoveryCodeEntity,
  TotpFactorEntity,
} from '../second-factor/entity.ts'
import { StateEntity } from '../states/entity.ts'
import { StickyEntity } from '../stickies/entity.ts'
import { TemplateEntity } from '../templates/entity.ts'
import { UserPropertiesEntity } from '../user-properties/entity.ts'
import { ProfileEntity, UserEntity } from '../users/entity.ts'
import {
  PageVersionEntity,
  PageVersionTextEntity,
  VersionEntity,
  VersionTextEntity,
} from '../versions/entity.ts'
import { ViewEntity } from '../views/entity.ts'
import { VoteEntity } from '../votes/entity.ts'
import { WebhookEntity, WebhookLogEntity } from '../webhooks/entity.ts'
import { FormerKeyEntity, WorkItemEntity } from '../work-items/entity.ts'
import { TimerEntity, WorklogEntity, WorklogTotalEntity } from '../worklogs/entity.ts'
import { WorkspaceEntity, WorkspaceInviteEntity, WorkspaceMemberEntity } from '../workspaces/entity.ts'
import { ProjectSequenceEntity } from './entity.ts'

export const tables = [
  UserEntity,
  ProfileEntity,
  SessionEntity,
  MailedSecretEntity,
  SignInChallengeEntity,
  TotpFactorEntity,
  RecoveryCodeEntity,
  PasskeyEntity,
  PasskeyQuestionEntity,
  LinkedAccountEntity,
  ProviderSignInEntity,
  OfferedAccountEntity,
  ApiTokenEntity,
  WebhookEntity,
  WebhookLogEntity,
  InstanceEntity,
  InstanceAdminEntity,
  InstanceSettingEntity,
  JobFailureEntity,
  WorkspaceEntity,
  WorkspaceMemberEntity,
  WorkspaceInviteEntity,
  WorkspaceVersionEntity,
  ProjectEntity,
  ProjectMemberEntity,
  DeployBoardEntity,
  PublicMemberEntity,
  FormerIdentifierEntity,
  ProjectSequenceEntity,
  StateEntity,
  LabelEntity,
  CycleEntity,
  CycleDayEntity,
  CycleShareEntity,
  ModuleEntity,
  ModuleDayEntity,
  ModuleShareEntity,
  EstimateEntity,
  EstimatePointEntity,
  WorkItemTypeEntity,
  WorkItemEntity,
  EpicCountEntity,
  EpicUpdateEntity,
  FormerKeyEntity,
  WorklogEntity,
  WorklogTotalEntity,
  TimerEntity,
  IntakeEntity,
  RelationEntity,
  LinkEntity,
  ReactionEntity,
  VoteEntity,
  ActivityEntity,
  CommentEntity,
  VersionEntity,
  VersionTextEntity,
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
  PageImportEntity,
  PageImportNoteEntity,
  DraftEntity,
  TemplateEntity,
  NotificationEntity,
  NotificationReceiptEntity,
  NotificationPreferencesEntity,
  PushDeviceEntity,
  FavoriteEntity,
  ExportEntity,
  QuickLinkEntity,
  StickyEntity,
  HomePreferenceEntity,
  SidebarPreferenceEntity,
  RecentVisitEntity,
  ChangeEntity,
  FeedReaderEntity,
  FeedCursorEntity,
  AnsweredWriteEntity,
  AuditRecordEntity,
]

/** The tables as Kysely sees them: a property is a column, under the same name. */
export type Tables = InferKyselyDB<(typeof tables)[number], { columnNamingStrategy: 'property' }>
