import { Migration } from '@mikro-orm/migrations'

/** Views can be switched off; until now every project had them, whatever the field said. */
export class ViewsSwitch extends Migration {
  override name = '0060-views-switch'

  override up(): void {
    this.addSql('alter table projects alter column issue_views_view set default true')
    this.addSql('update projects set issue_views_view = true')
  }
}
