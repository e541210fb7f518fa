import { Migration } from '@mikro-orm/migrations'

/** Notes that people keep for themselves. */
export class Stickies extends Migration {
  override name = '0056-stickies'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const colors = ['gray', 'peach', 'pink', 'orange', 'green', 'light-blue', 'dark-blue', 'purple']

const statements = [
  `create table stickies (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    owner uuid not null references users,
    name text check (char_length(name) between 1 and 255),
    description jsonb not null default '{}',
    description_html text not null default '' check (char_length(description_html) <= 20000),
    description_stripped text not null default '',
    text_version integer not null default 1,
    color text check (char_length(color) between 1 and 255),
    background_color text check (background_color in (${colors.map((color) => `'${color}'`).join(', ')})),
    logo_props jsonb not null default '{}',
    sort_order double precision not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index stickies_of_person on stickies (workspace_id, owner, sort_order desc, id desc)',
]
