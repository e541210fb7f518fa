import { Migration } from '@mikro-orm/migrations'

/** What was answered to a write that had a mutation id, so that the same write sent again is answered again and not done again. */
export class AnsweredWrites extends Migration {
  override name = '0021-answered-writes'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table answered_writes (
    user_id uuid not null references users (id) on delete cascade,
    mutation_id text not null,
    request text not null,
    status smallint not null,
    answer text,
    version bigint,
    created_at timestamptz not null default now(),
    primary key (user_id, mutation_id)
  )`,
  // For purging. Rows come in order of time, so the index is a few pages and costs a write nothing.
  'create index answered_writes_created_at on answered_writes using brin (created_at)',
]
