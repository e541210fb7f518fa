import { Migration } from '@mikro-orm/migrations'

/**
 * Replaces the column `pages.watchers` by the table `page_watches`, so that the readers of a page no longer receive the
 * list of the people who watch it. The list is removed from the change feed too, because clients that reconnect still
 * receive old changes.
 */
export class PageWatches extends Migration {
  override name = '0164-page-watches'

  override up(): void {
    this.addSql(`create table page_watches (
      id uuid not null,
      workspace_id uuid not null,
      page_id uuid not null,
      user_id uuid not null,
      scope text not null,
      since timestamp(3) with time zone not null,
      constraint page_watches_pkey primary key (id),
      constraint page_watches_page_id_fkey foreign key (page_id) references pages(id) on delete cascade,
      constraint page_watches_user_id_fkey foreign key (user_id) references users(id),
      constraint page_watches_workspace_id_fkey foreign key (workspace_id) references workspaces(id) on delete cascade
    )`)
    this.addSql('create unique index page_watches_page on page_watches (page_id, user_id)')
    this.addSql('create index page_watches_user on page_watches (user_id, workspace_id)')
    this.addSql(`insert into page_watches (id, workspace_id, page_id, user_id, scope, since)
      select uuidv7(), p.workspace_id, p.id, u.id, w.scope, p.created_at
      from pages p cross join lateral jsonb_each_text(p.watchers) w(person, scope) join users u on u.id::text = w.person`)
    this.addSql('alter table pages drop column watchers')
    this.addSql(`update changes set fields = fields - 'watchers', old_fields = old_fields - 'watchers'
      where entity = 'pages' and (jsonb_exists(fields, 'watchers') or jsonb_exists(old_fields, 'watchers'))`)
  }
}
