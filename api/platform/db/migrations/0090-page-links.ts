import { Migration } from '@mikro-orm/migrations'

/** Adds the table `page_links` for links from texts to pages, and fills it from existing texts. */
export class PageLinks extends Migration {
  override name = '0090-page-links'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const found = (table: string, column: string) =>
  `insert into page_links (id, page_id, ${column})
    select gen_random_uuid(), p.id, s.id from (
      select distinct t.id, t.workspace_id, lower(link[1])::uuid as page_id from ${table} t
      cross join regexp_matches(t.description_html, 'href="[^"]*/projects/${uuid}/pages/(${uuid})["/?#]', 'gi') as link
      where t.description_html like '%/pages/%'
    ) s join pages p on p.id = s.page_id and p.workspace_id = s.workspace_id and p.id <> s.id`

const statements = [
  `create table page_links (
    id uuid primary key,
    page_id uuid not null references pages on delete cascade,
    from_page_id uuid references pages on delete cascade,
    from_item_id uuid references work_items on delete cascade,
    check (num_nonnulls(from_page_id, from_item_id) = 1)
  )`,
  'create index page_links_page on page_links (page_id, id desc)',
  'create unique index page_links_from_page on page_links (from_page_id, page_id) where from_page_id is not null',
  'create unique index page_links_from_item on page_links (from_item_id, page_id) where from_item_id is not null',
  found('pages', 'from_page_id'),
  found('work_items', 'from_item_id'),
]
