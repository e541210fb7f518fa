import { Migration } from '@mikro-orm/migrations'

/** Adds the table `votes` for votes on published items. */
export class Votes extends Migration {
  override name = '0083-votes'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table votes (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    actor uuid not null references users,
    vote integer not null check (vote in (1, -1)),
    issue_created_by uuid,
    created_at timestamptz not null default now(),
    constraint votes_once unique (issue_id, actor)
  )`,
  'create index votes_project on votes (project_id)',
  'create index votes_workspace on votes (workspace_id)',
  'create index votes_actor on votes (actor)',
]
