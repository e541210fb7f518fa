import { Migration } from '@mikro-orm/migrations'

/** Whom descriptions mention, found in those that are stored already: members of the project and admins of the workspace, as later. */
export class Mentions extends Migration {
  override name = '0006-mentions'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const statements = [
  `alter table work_items
    add column mention_ids uuid[] not null default '{}',
    add constraint work_items_mentions_limit check (cardinality(mention_ids) <= 50)`,
  `create index work_items_mentions on work_items using gin (mention_ids)`,
  `update work_items set mention_ids = mentioned.ids
    from (
      select item.id, (array_agg(person.id order by person.place))[:50] as ids
      from work_items item
      cross join lateral (
        select found[1]::uuid as id, min(place) as place
        from regexp_matches(item.description_html, '<mention-component[^>]* entity_identifier="(${uuid})"', 'gi')
          with ordinality as match (found, place)
        group by 1
      ) person
      join workspace_members w on w.workspace_id = item.workspace_id and w.member_id = person.id and w.is_active
      left join project_members m on m.project_id = item.project_id and m.member_id = person.id and m.is_active
      where item.description_html like '%<mention-component %' and (w.role = 20 or m.id is not null)
      group by item.id
    ) mentioned
    where work_items.id = mentioned.id`,
]
