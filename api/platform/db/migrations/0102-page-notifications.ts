import { Migration } from '@mikro-orm/migrations'

/**
 * Adds columns to `pages` and `notifications`, so that mentions in pages and comments on pages cause notifications as
 * on work items. Drops `page_comment_mails`, which the notifications replace.
 */
export class PageNotifications extends Migration {
  override name = '0102-page-notifications'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const statements = [
  "alter table pages add mention_ids uuid[] not null default '{}'",
  // Store the mentions that pages already contain, so that the next edit of a page does not notify these
  // users again.
  `update pages set mention_ids = array(
      select distinct lower(found[1])::uuid
      from regexp_matches(description_html, '<mention-component[^>]* entity_identifier="(${uuid})"', 'gi') as found)
    where description_html like '%<mention-component%'`,
  'alter table notifications drop constraint notifications_entity_identifier_fkey',
  `alter table notifications alter project_id drop not null,
    add issue_id uuid references work_items on delete cascade,
    add page_id uuid references pages on delete cascade,
    add project_ids uuid[] not null default '{}',
    add page_access integer not null default 0,
    add page_owned_by uuid`,
  'update notifications set issue_id = entity_identifier',
  'create index notifications_of_page on notifications (page_id) where page_id is not null',
  'create index notifications_of_issue on notifications (issue_id) where issue_id is not null',
  'drop table page_comment_mails',
  // Replaces user ids by names in the plain text of comments.
  `do $$ declare named record; begin
    for named in select c.id, u.id as person, u.display_name from work_item_comments c join users u on u.id = any(c.mention_ids) loop
      update work_item_comments set comment_stripped = replace(comment_stripped, '@' || named.person, '@' || named.display_name)
      where id = named.id;
    end loop;
    for named in select c.id, u.id as person, u.display_name from page_comments c join users u on u.id = any(c.mention_ids) loop
      update page_comments set comment_stripped = replace(comment_stripped, '@' || named.person, '@' || named.display_name)
      where id = named.id;
    end loop;
  end $$`,
]
