import { account } from './account/feature.tsx'
import { apiTokens } from './api-tokens/feature.tsx'
import { audit } from './audit/feature.tsx'
import { automations } from './automations/feature.tsx'
import { cycles } from './cycles/feature.tsx'
import { drafts } from './drafts/feature.tsx'
import { epics } from './epics/feature.tsx'
import { estimates } from './estimates/feature.tsx'
import { exports } from './exports/feature.tsx'
import { favorites } from './favorites/feature.ts'
import { home } from './home/feature.tsx'
import { instance } from './instance/feature.tsx'
import { intake } from './intake/feature.tsx'
import { integrations } from './integrations/feature.tsx'
import { labels } from './labels/feature.tsx'
import { modules } from './modules/feature.tsx'
import { notifications } from './notifications/feature.tsx'
import { pages } from './pages/feature.tsx'
import { projects } from './projects/feature.tsx'
import { publish } from './publish/feature.tsx'
import { quickLinks } from './quick-links/feature.tsx'
import { workItems } from './screens/feature.tsx'
import { search } from './search/feature.tsx'
import type { Feature } from './shell/feature.ts'
import { states } from './states/feature.tsx'
import { stickies } from './stickies/feature.tsx'
import { templates } from './templates/feature.tsx'
import { views } from './views/feature.tsx'
import { webhooks } from './webhooks/feature.tsx'
import { worklogs } from './worklogs/feature.tsx'
import { members } from './workspaces/feature.tsx'

/** Everything that stands in the frame of a workspace, in the order of its sidebar; one line each. */
export const features: readonly Feature[] = [
  home,
  notifications,
  workItems,
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
