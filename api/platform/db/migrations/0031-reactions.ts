import { Migration } from '@mikro-orm/migrations'

/** Emoji on work items and on what is said of them, each once a person. */
export class Reactions extends Migration {
  override name = '0031-reactions'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table reactions (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_id uuid not null references projects on delete cascade,
    issue_id uuid not null references work_items on delete cascade,
    comment_id uuid,
    actor uuid not null references users,
    reaction text not null check (char_length(reaction) between 1 and 100),
    issue_created_by uuid,
    created_at timestamptz not null default now(),
    constraint reactions_once unique nulls not distinct (issue_id, comment_id, actor, reaction)
  )`,
  `create index reactions_project on reactions (project_id)`,
]
