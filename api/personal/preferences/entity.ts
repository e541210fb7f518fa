import { defineEntity, p } from '@mikro-orm/postgresql'
import type { HomeSectionKey, SidebarSectionKey } from '#common/personal/preferences/rules.ts'
import type { HomePreferenceRow } from '#common/personal/preferences/schema.ts'

const own = { id: p.uuid().primary(), workspace_id: p.uuid(), user_id: p.uuid(), sort_order: p.float() }

export const HomePreferenceEntity = defineEntity({
  name: 'HomePreference',
  tableName: 'home_preferences',
  properties: {
    ...own,
    key: p.string().$type<HomeSectionKey>(),
    is_enabled: p.boolean(),
    config: p.json<HomePreferenceRow['config']>(),
  },
})

export const SidebarPreferenceEntity = defineEntity({
  name: 'SidebarPreference',
  tableName: 'sidebar_preferences',
  properties: { ...own, key: p.string().$type<SidebarSectionKey>(), is_pinned: p.boolean() },
})
