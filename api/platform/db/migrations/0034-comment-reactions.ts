import { Migration } from '@mikro-orm/migrations'

/** Reactions to comments go with them. */
export class CommentReactions extends Migration {
  override name = '0034-comment-reactions'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `alter table reactions add foreign key (comment_id) references work_item_comments on delete cascade`,
  `create index reactions_comment on reactions (comment_id) where comment_id is not null`,
]
