import { apiTokens } from './identity/api-tokens/feature.tsx'
import { instance } from './operation/instance/feature.tsx'
import { audit } from './organization/audit/feature.tsx'
import { favorites } from './organization/favorites/feature.ts'
import { projects } from './organization/projects/feature.tsx'
import { members } from './organization/workspaces/feature.tsx'
import { pages } from './pages/pages/feature.tsx'
import { templates } from './pages/templates/feature.tsx'
import { account } from './personal/account/feature.tsx'
import { home } from './personal/home/feature.tsx'
import { notifications } from './personal/notifications/feature.tsx'
import { profiles } from './personal/profiles/feature.tsx'
import { quickLinks } from './personal/quick-links/feature.tsx'
import { search } from './personal/search/feature.tsx'
import { stickies } from './personal/stickies/feature.tsx'
import { analytics } from './planning/analytics/feature.tsx'
import { cycles } from './planning/cycles/feature.tsx'
import { dashboards } from './planning/dashboards/feature.tsx'
import { epics } from './planning/epics/feature.tsx'
import { estimates } from './planning/estimates/feature.tsx'
import { intake } from './planning/intake/feature.tsx'
import { modules } from './planning/modules/feature.tsx'
import type { Feature } from './platform/shell/feature.ts'
import { exports } from './sharing/exports/feature.tsx'
import { publish } from './sharing/publish/feature.tsx'
import { webhooks } from './sharing/webhooks/feature.tsx'
import { integrations } from './sharing/webhooks/integrations/feature.tsx'
import { teamspaces } from './teams/teamspaces/feature.tsx'
import { automations } from './work/automations/feature.tsx'
import { git } from './work/git/feature.tsx'
import { labels } from './work/labels/feature.tsx'
import { drafts } from './work/screens/drafts-feature.tsx'
import { workItems } from './work/screens/feature.tsx'
import { states } from './work/states/feature.tsx'
import { views } from './work/views/feature.tsx'
import { worklogs } from './work/worklogs/feature.tsx'

/** All features, in the order of the sidebar. */
export const features: readonly Feature[] = [
  home,
  notifications,
  workItems,
  profiles,
  analytics,
  dashboards,
  teamspaces,
  stickies,
  drafts,
  templates,
  epics,
  cycles,
  modules,
  states,
  labels,
  estimates,
  automations,
  git,
  publish,
  worklogs,
  views,
  pages,
  intake,
  favorites,
  projects,
  members,
  quickLinks,
  search,
  account,
  apiTokens,
  audit,
  webhooks,
  integrations,
  exports,
  instance,
]
