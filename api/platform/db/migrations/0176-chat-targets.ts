import { Migration } from '@mikro-orm/migrations'

/**
 * Stores chat targets as webhooks of a project, so that both share the delivery, the log and the switch-off. Several
 * chat targets can have the same host, so only webhooks of the workspace have a unique URL.
 */
export class ChatTargets extends Migration {
  override name = '0176-chat-targets'

  override up(): void {
    this.addSql(`alter table webhooks
      add column project_id uuid,
      add column service text,
      add column name text,
      add column chat_events text[] not null default '{}',
      add column template text,
      add constraint webhooks_project_id_fkey foreign key (project_id) references projects(id) on delete cascade,
      add constraint webhooks_service_check check (service in ('slack', 'discord', 'mattermost', 'teams', 'matrix')),
      add constraint webhooks_chat_check check ((project_id is null) = (service is null) and (project_id is null) = (name is null)),
      drop constraint webhooks_workspace_id_url_key`)
    this.addSql('create unique index webhooks_url on webhooks (workspace_id, url) where project_id is null')
    this.addSql('create index webhooks_of_project on webhooks (project_id) where project_id is not null')
  }
}
