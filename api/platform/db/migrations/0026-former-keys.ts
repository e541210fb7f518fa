import { Migration } from '@mikro-orm/migrations'

/** The numbers that work items had in projects which they have left, and what stayed behind there. */
export class FormerKeys extends Migration {
  override name = '0026-former-keys'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table former_work_item_keys (
    project_id uuid not null references projects on delete cascade,
    sequence_id integer not null,
    work_item_id uuid not null references work_items on delete cascade,
    moved_at timestamptz not null,
    left_behind jsonb not null,
    primary key (project_id, sequence_id),
    constraint former_work_item_keys_item unique (work_item_id, project_id)
  )`,
]
