import { Migration } from '@mikro-orm/migrations'

/**
 * Who hears of a relation are those who see both of its items, which depends on who made each. What was told of relations before went to
 * whoever saw one of them: it is not told again, and whoever missed some of it loads everything anew.
 */
export class RelationEnds extends Migration {
  override name = '0012-relation-ends'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table work_item_relations drop column maker_id, add column issue_created_by uuid, add column related_issue_created_by uuid`,
  `update work_item_relations r set issue_created_by = a.created_by, related_issue_created_by = b.created_by
    from work_items a, work_items b where a.id = r.issue_id and b.id = r.related_issue_id`,
  `delete from changes where entity = 'work_item_relations'`,
]
