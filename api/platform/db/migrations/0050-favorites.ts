import { Migration } from '@mikro-orm/migrations'

/** What each person keeps at hand. A thing that is deleted for good takes its favourites along. */
export class Favorites extends Migration {
  override name = '0050-favorites'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const things = { project: 'projects', cycle: 'cycles', module: 'modules', view: 'views', page: 'pages' }
const kinds = Object.keys(things)

const statements = [
  `create table favorites (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    project_id uuid references projects on delete cascade,
    entity_type text not null check (entity_type in ('folder', ${kinds.map((kind) => `'${kind}'`).join(', ')})),
    entity_identifier uuid,
    name text check (char_length(name) between 1 and 255),
    is_folder boolean not null,
    parent uuid,
    sequence double precision not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint favorites_once unique (workspace_id, user_id, entity_type, entity_identifier),
    constraint favorites_folder check (is_folder = (entity_type = 'folder') and is_folder = (entity_identifier is null) and is_folder = (name is not null)),
    constraint favorites_no_folder_in_a_folder check (parent is null or not is_folder)
  )`,
  'create index favorites_of_thing on favorites (entity_identifier)',
  'create index favorites_of_project on favorites (project_id)',
  `create function forget_favorites() returns trigger language plpgsql as $$
    begin
      delete from favorites where entity_identifier in (select id from went);
      return null;
    end $$`,
  ...Object.values(things).map(
    (table) => `create trigger forget_favorites after delete on ${table}
      referencing old table as went for each statement execute function forget_favorites()`,
  ),
]
